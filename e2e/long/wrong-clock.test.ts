import { describe, expect, it } from 'vitest';
import {
  ADD,
  KEY,
  readStoredCards,
  setUpGiftCardFlow,
  walkGiftCardSteps,
  words,
} from '../steps/gift-card-on-the-way.ts';
import { confirmButton, typeSecurityCode, waitForOrderNumber } from '../steps/pay.ts';

describe('a phone in another time zone with a wrong clock', () => {
  const { shop, open } = setUpGiftCardFlow();

  it.each([
    [
      'a phone three hours ahead, in Perth',
      '2026-11-02T04:00:00Z',
      'Australia/Perth',
      /^2026-11-02 09:0\d:00$/,
      '0491570120',
    ],
    [
      'a phone a day behind, in Los Angeles',
      '2026-11-01T01:00:00Z',
      'America/Los_Angeles',
      /^2026-11-01 17:0\d:00$/,
      '0491570121',
    ],
  ])(
    'uses the shop\'s time for "now" and delivers the gift card on payment: %s',
    async (_how, now, zone, expectedTime, mobile) => {
      const page = await open(ADD, { scheduled_delivery: '', timezone: '' }, { now, zone, signedInAt: now });
      await walkGiftCardSteps(page, { firstname: 'Zoe', lastname: 'Hart', mobile }, words);
      expect((await readStoredCards(page))[KEY]).toMatchObject({
        scheduled_delivery: expect.stringMatching(expectedTime),
        timezone: zone,
      });
      await typeSecurityCode(page);
      await confirmButton(page).click();
      await waitForOrderNumber(page);
      const kinds = async () => (await shop.server().phone(`+61${mobile.slice(1)}`)).map(({ kind }) => kind);
      await expect.poll(kinds).toEqual(expect.arrayContaining(['mms', 'sms']));
    },
  );
});
