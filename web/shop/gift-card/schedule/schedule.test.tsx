import { within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { KEY, singleCard } from '#gallery/fixtures/gift-cards.ts';
import { openPage } from '#test/web/customer-page.ts';
import {
  openLocalSchedule,
  openPaidSchedule,
  readStoredSchedule,
  SAVE_SCHEDULE,
  TUESDAY,
  withClock,
} from '#test/web/schedule-screen.ts';
import { holdAnswer, refuse, throwOffline } from '#test/web/watch-calls.ts';
import { readDraft, saveDraft } from '../../state/gift-card-drafts.ts';

const NIGHT = 'We don’t text at night';

function stubTimeZone(timeZone: string) {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (this: Intl.DateTimeFormat) {
    return { ...resolvedOptions.call(this), timeZone };
  });
  onTestFinished(() => void vi.restoreAllMocks());
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: TUESDAY });
  onTestFinished(() => void vi.useRealTimers());
});

it('shows a title, calendar, hour and minute spinners and a time zone control [RT-23, RT-24, RT-25, RT-26, RT-27]', async () => {
  const { titles, ground, calendar, zone, part } = await openLocalSchedule();
  expect(titles()).toEqual(['Schedule Gift Card']);
  expect(ground().getByRole('grid', { name: /^November/ })).toBeTruthy();
  expect(calendar().getByRole('button', { pressed: true }).textContent).toBe('28');
  expect(ground().getAllByRole('spinbutton')).toHaveLength(2);
  expect([part('Hour').value, part('Minute').value]).toEqual(['09', '30']);
  expect(zone().tagName).toBe('SELECT');
});

describe('time zone', () => {
  it("offers seven Australian and six American time zones and defaults to the customer's zone [BC-37, BC-38]", async () => {
    stubTimeZone('Australia/Adelaide');
    const { zone } = await openLocalSchedule({ timezone: '' });
    expect(zone().value).toBe('Australia/Adelaide');
    const cities = ['Sydney', 'Melbourne', 'Brisbane', 'Adelaide', 'Perth', 'Darwin', 'Hobart'];
    const american = ['New_York', 'Chicago', 'Denver', 'Los_Angeles', 'Anchorage'];
    expect([...zone().options].map(({ value }) => value)).toEqual([
      ...cities.map((city) => `Australia/${city}`),
      ...american.map((city) => `America/${city}`),
      'Pacific/Honolulu',
    ]);
  });

  it('defaults to Sydney for a customer outside the offered time zones [BC-36]', async () => {
    stubTimeZone('Europe/Berlin');
    const { zone } = await openLocalSchedule({ timezone: '', scheduled_delivery: '' });
    expect(zone().value).toBe('Australia/Sydney');
  });

  it.each(['Australia/Perth', 'America/New_York', 'Pacific/Honolulu'])(
    'stores and sends the time zone %s with the time [ST-049, ST-050]',
    async (zone) => {
      const shop = await openLocalSchedule();
      await shop.user.selectOptions(shop.zone(), zone);
      expect(shop.clock()).toBe('09:30');
      await shop.tap('Save');
      await shop.see('Gift Card Preview');
      expect(readStoredSchedule()).toEqual(['2026-11-28 09:30:00', zone]);
      expect(shop.bodies(SAVE_SCHEDULE)).toMatchObject([{ delivery_timezone: zone }]);
    },
  );

  it('moves a day that has ended in the new zone to today and keeps the time of day', async () => {
    const shop = await openLocalSchedule({
      timezone: 'America/Los_Angeles',
      scheduled_delivery: '2026-11-23 18:45:00',
    });
    await shop.user.selectOptions(shop.zone(), 'Australia/Sydney');
    await shop.tap('Save');
    await shop.see('Gift Card Preview');
    expect(readStoredSchedule()).toEqual(['2026-11-24 18:45:00', 'Australia/Sydney']);
  });
});

describe('when the customer accepts the default time', () => {
  it.each([
    ['Australia/Perth', '08:00', 'Australia/Perth', '2026-11-24 08:00:00'],
    ['America/Chicago', '18:00', 'America/Chicago', '2026-11-23 18:00:00'],
    ['Europe/Berlin', '11:00', 'Australia/Sydney', '2026-11-24 11:00:00'],
  ])(
    'sends the card now when the customer is in %s and the clock shows %s',
    async (customerZone, time, zone, deliveryTime) => {
      stubTimeZone(customerZone);
      const shop = await openLocalSchedule({ scheduled_delivery: '', timezone: '' });
      expect([shop.clock(), shop.zone().value]).toEqual([time, zone]);
      expect(shop.notice()).toContain('It goes out as soon as you have paid.');
      await shop.tap('Save');
      await shop.see('Gift Card Preview');
      expect(readStoredSchedule()).toEqual([deliveryTime, zone]);
    },
  );

  it('offers the next morning instead of now while it is night in the chosen zone', async () => {
    stubTimeZone('Australia/Perth');
    vi.setSystemTime(Date.UTC(2026, 10, 24, 11, 30));
    const { button, calendar, user, zone, tap, clock, see, notice } = await openLocalSchedule({
      scheduled_delivery: '',
      timezone: '',
    });
    expect(button('Now').getAttribute('aria-pressed')).toBe('true');
    await user.selectOptions(zone(), 'Australia/Sydney');
    expect(button('At 6\u00a0am their time').getAttribute('aria-pressed')).toBe('true');
    expect(clock()).toBe('06:00');
    expect(calendar().getByRole('button', { pressed: true }).getAttribute('aria-label')).toBe('Wednesday 25 November');
    await tap('At 6\u00a0am their time');
    expect(clock()).toBe('06:00');
    expect(notice()).toContain('It goes out tomorrow at 6:00\u00a0am, Sydney time.');
    await tap('Save');
    await see('Gift Card Preview');
    expect(readStoredSchedule()).toEqual(['2026-11-25 06:00:00', 'Australia/Sydney']);
  });
});

describe('quick choices', () => {
  it.each([
    ['Now', '2026-11-24 11:00:00', 'It goes out as soon as you have paid.'],
    ['Today 6\u00a0pm', '2026-11-24 18:00:00', 'It goes out today at 6:00\u00a0pm, Sydney time.'],
    ['Tomorrow 9\u00a0am', '2026-11-25 09:00:00', 'It goes out tomorrow at 9:00\u00a0am, Sydney time.'],
    ['Saturday 10\u00a0am', '2026-11-28 10:00:00', 'goes out on Saturday 28 November at 10:00\u00a0am, Sydney time.'],
  ])('saves the time of the quick choice %s', async (name, deliveryTime, words) => {
    const { tap, button, notice, see } = await openLocalSchedule();
    await tap(name);
    expect(button(name).getAttribute('aria-pressed')).toBe('true');
    expect(notice()).toContain(words);
    await tap('Save');
    await see('Gift Card Preview');
    expect(readStoredSchedule()).toEqual([deliveryTime, 'Australia/Sydney']);
  });

  it('omits the evening quick choice when evening is near, and Saturday when it is tomorrow', async () => {
    vi.setSystemTime(Date.UTC(2026, 10, 27, 7, 0));
    const { ground } = await openLocalSchedule({ scheduled_delivery: '' });
    const group = within(ground().getByRole('group', { name: 'Quick choices' }));
    expect(group.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Now', 'Tomorrow 9\u00a0am']);
  });

  it('marks a quick choice when a time set by hand is the same', async () => {
    const { tap, button } = await openLocalSchedule();
    await tap('Tomorrow 9\u00a0am');
    await tap('Hour later');
    expect(button('Tomorrow 9\u00a0am').getAttribute('aria-pressed')).toBe('false');
    await tap('Hour earlier');
    expect(button('Tomorrow 9\u00a0am').getAttribute('aria-pressed')).toBe('true');
  });
});

describe('quiet hours', () => {
  it.each([
    ['19:59', '2026-11-25', 'It goes out tomorrow at 7:59\u00a0pm, Sydney time.'],
    ['20:00', '2026-11-25', `${NIGHT}, so it will arrive at 6:00\u00a0am on Thursday 26 November, Sydney time.`],
    ['23:15', '2026-11-24', `${NIGHT}, so it will arrive at 6:00\u00a0am tomorrow, Sydney time.`],
    ['05:59', '2026-11-25', `${NIGHT}, so it will arrive at 6:00\u00a0am tomorrow, Sydney time.`],
    ['06:00', '2026-11-25', 'It goes out tomorrow at 6:00\u00a0am, Sydney time.'],
  ])('explains when a card scheduled for %s on %s will be sent', async (time, day, words) => {
    const { notice } = await openLocalSchedule({ scheduled_delivery: `${day} ${time}:00` });
    expect(notice()).toContain(words);
  });

  it('delays a card until the morning when it is sent now, at night', async () => {
    vi.setSystemTime(Date.UTC(2026, 10, 24, 12, 0));
    const { notice } = await openLocalSchedule({ scheduled_delivery: '' });
    expect(notice()).toContain(`${NIGHT}, so it will arrive at 6:00\u00a0am tomorrow, Sydney time.`);
  });
});

describe('saving the time of a local card', () => {
  it.each<[string, unknown]>([
    ['agrees', { status: true }],
    ['rejects it', { status: false, input_validation: { scheduled_delivery: 'No' } }],
    ['fails', refuse(500)],
    ['is unreachable', throwOffline],
    ['never responds', () => new Promise(() => undefined)],
  ])(
    'stores the time in the browser, sends it once and opens the preview when the server %s [ST-050, ST-051, ST-052]',
    async (_what, answer) => {
      const { tap, see, bodies, text, address, count } = await openLocalSchedule({}, { [SAVE_SCHEDULE]: answer });
      await tap('Tomorrow 9\u00a0am');
      expect([count(SAVE_SCHEDULE), ...readStoredSchedule()]).toEqual([0, undefined, undefined]);
      await tap('Save');
      await see('Gift Card Preview');
      expect(address()).toBe(`/giftcard/sendnoworschedule/${KEY}/${KEY}`);
      expect(readStoredSchedule()).toEqual(['2026-11-25 09:00:00', 'Australia/Sydney']);
      expect(bodies(SAVE_SCHEDULE)).toEqual([
        {
          gift_card_details_id: KEY,
          scheduled_delivery: '2026-11-25 09:00:00',
          delivery_timezone: 'Australia/Sydney',
        },
      ]);
      expect(text()).not.toContain('Something Went Wrong');
    },
  );

  it('sends the card now when the stored time has passed', async () => {
    const { tap, see, clock } = await openLocalSchedule({ scheduled_delivery: '2026-11-20 08:00:00' });
    expect(clock()).toBe('11:00');
    await tap('Save');
    await see('Gift Card Preview');
    expect(readStoredSchedule()).toEqual(['2026-11-24 11:00:00', 'Australia/Sydney']);
  });

  it('sends the card now when an earlier hour of today is chosen [ST-059]', async () => {
    const { tap, see, clock, user, part } = await openLocalSchedule({ scheduled_delivery: '2026-11-24 18:45:00' });
    await user.click(part('Hour'));
    part('Hour').select();
    await user.paste('3');
    await user.tab();
    expect(clock()).toBe('03:45');
    await tap('Save');
    await see('Gift Card Preview');
    expect(readStoredSchedule()).toEqual(['2026-11-24 11:00:00', 'Australia/Sydney']);
  });

  it('restores an unsaved time from its draft and drops the draft when the time is saved', async () => {
    const chosen = { year: 2026, month: 12, day: 24, hour: 8, minute: 5 };
    const { clock, tap, see, zone } = withClock(
      await openPage({
        url: `/giftcard/schedule/${KEY}/${KEY}`,
        shows: 'December 2026',
        giftCards: singleCard(),
        before: () => saveDraft(KEY, { schedule: { chosen, timezone: 'Australia/Darwin' } }),
        answers: { [SAVE_SCHEDULE]: { status: true } },
      }),
    );
    expect([clock(), zone().value]).toEqual(['08:05', 'Australia/Darwin']);
    await tap('Save');
    await see('Gift Card Preview');
    expect(readStoredSchedule()).toEqual(['2026-12-24 08:05:00', 'Australia/Darwin']);
    expect(readDraft(KEY).schedule).toBeUndefined();
  });
});

describe('saving the time of a paid card', () => {
  it('sends the time of a paid card once on repeated taps and opens the preview', async () => {
    const answer = holdAnswer({ status: true });
    const { tapTwice, button, sentTimes, see, bodies, notice } = await openPaidSchedule(() => answer.answer());
    expect(notice()).toContain('It goes out on Saturday 28 November at 9:30\u00a0am, Sydney time.');
    await tapTwice('Save');
    await sentTimes(SAVE_SCHEDULE, 1);
    button('Save').click();
    answer.release();
    await see('Gift Card Preview');
    expect(bodies(SAVE_SCHEDULE)).toEqual([
      { gift_card_details_id: 7, scheduled_delivery: '2026-11-28 09:30:00', delivery_timezone: 'Australia/Sydney' },
    ]);
  });

  it('announces the last day to spend a paid card only when it changes', async () => {
    const card_life = {
      supplied_on: '2026-11-20T00:00:00Z',
      validity_months: 60,
      expires_on: '2031-11-28T12:59:59.000Z',
    };
    const { calendar, user, notice } = await openPaidSchedule({ status: true }, { card_life, state: 'queued' });
    expect(notice()).not.toContain('can then be used until');
    await user.click(calendar().getByText('30'));
    expect(notice()).toContain('The gift card can then be used until 30 November 2031.');
    await user.click(calendar().getByText('25'));
    expect(notice()).not.toContain('can then be used until');
  });

  it.each([
    ['words', { input_validation: { scheduled_delivery: 'It has gone out.' } }, 'It has gone out.'],
    ['an error code', { codes: { delivery_timezone: 'zone_unknown' } }, 'Please choose one of the time zones'],
    ['no reason', {}, 'Please choose another time.'],
  ])(
    'shows why the server rejected a time (%s) until the customer chooses another time',
    async (_what, answer, words) => {
      const { tap, see, text } = await openPaidSchedule({ status: false, ...answer });
      await tap('Save');
      await see(words);
      expect(text()).not.toContain('Gift Card Preview');
      await tap('Hour later');
      expect(text()).not.toContain(words);
    },
  );

  it.each([
    ['an error', refuse(500, { message: 'Not now.' }), 'Not now.'],
    ['no connection', throwOffline, 'No connection'],
  ])('keeps the chosen time when saving fails with %s', async (_what, failure, words) => {
    const { tap, see, page } = await openPaidSchedule(failure);
    await tap('Hour later');
    await tap('Save');
    await see(words);
    expect(page.getByRole<HTMLInputElement>('spinbutton', { name: 'Hour' }).value).toBe('10');
    expect(readDraft('7').schedule?.chosen).toMatchObject({ hour: 10, minute: 30 });
  });

  it('sends a paid card immediately when Now is chosen', async () => {
    const { tap, notice } = await openPaidSchedule({ status: true });
    await tap('Now');
    expect(notice()).toContain('It goes out straight away.');
  });
});
