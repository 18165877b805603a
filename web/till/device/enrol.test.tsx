import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { device, linked } from '#gallery/fixtures/till.ts';
import { openPage } from '#test/web/customer-page.ts';
import { type CallAnswers, refuse } from '#test/web/watch-calls.ts';

const LINK = 'POST seller/till/check';
const ENROL = 'POST seller/till/enrol';

describe('enrolling a device', () => {
  const open = (answers: CallAnswers = {}) =>
    openPage({ url: '/till', shows: '', session: {}, answers: { [LINK]: linked, ...answers } });
  const paste = async (page: Awaited<ReturnType<typeof open>>) => {
    await page.user.type(page.field('Or paste the link here'), 'https://shop.test/till#the-code');
    await page.tap('Continue');
  };

  it('makes the device a till after the seller confirms, and stores its key', async () => {
    const page = await open({ [ENROL]: device });
    await paste(page);
    await page.see('Use this device as a till for Tide & Kiln?');
    expect(page.text()).toContain('It can then take gift cards for Tide & Kiln, until it’s switched off.');
    expect([page.bodies(LINK), page.count(ENROL)]).toEqual([[{ code: 'the-code' }], 0]);
    expect(page.field('Name of this till').value).toBe('Front counter');
    await page.user.clear(page.field('Name of this till'));
    await page.user.type(page.field('Name of this till'), 'Bar');
    await page.tap('Use as a till');
    await page.see('TKTide & Kiln');
    expect(page.bodies(ENROL)).toEqual([{ code: 'the-code', name: 'Bar' }]);
    expect(JSON.parse(localStorage.getItem('till') ?? '')).toEqual(device);
  });

  it.each([
    [
      'refuses',
      () => {
        throw new DOMException('No', 'SecurityError');
      },
    ],
    ['accepts but does not keep', () => undefined],
  ])(
    'keeps the link unused, and explains where to open it, when the browser %s stored data',
    async (_what, setItem) => {
      const page = await open({ [ENROL]: device });
      vi.spyOn(Storage.prototype, 'setItem').mockImplementation(setItem);
      onTestFinished(() => void vi.restoreAllMocks());
      await paste(page);
      await page.see('Open the link in a normal window. It hasn’t been used and still works.');
      expect(page.page.queryByRole('button', { name: 'Use as a till' })).toBeNull();
      expect([page.count(LINK), page.count(ENROL)]).toEqual([0, 0]);
    },
  );

  it('asks the seller to get a new link, before any tap, when the link no longer works', async () => {
    const page = await open({ [LINK]: refuse(410, { code: 'till_link_over' }) });
    await paste(page);
    await page.see('Ask for a new link for this till.');
    expect(page.page.queryByRole('button', { name: 'Use as a till' })).toBeNull();
  });

  it('asks the seller to get a new link when another device has used the link meanwhile', async () => {
    const page = await open({ [ENROL]: refuse(410, { code: 'till_link_over' }) });
    await paste(page);
    await page.tap('Use as a till');
    await page.see('Ask for a new link for this till.');
    expect(localStorage.getItem('till')).toBeNull();
  });

  it('uses the till name with which the link was created', async () => {
    const page = await open({ [ENROL]: device });
    await paste(page);
    await page.see('Use this device as a till for Tide & Kiln?');
    await page.tap('Use as a till');
    await page.see('TKTide & Kiln');
    expect(page.bodies(ENROL)).toEqual([{ code: 'the-code', name: 'Front counter' }]);
  });

  it('makes the device a till even when the seller’s details cannot be loaded', async () => {
    const page = await open({ [LINK]: refuse(500), [ENROL]: device });
    await paste(page);
    await page.tap('Use as a till');
    await page.see('TKTide & Kiln');
  });
});
