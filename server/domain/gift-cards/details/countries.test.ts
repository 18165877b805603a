import { afterEach, describe, expect, it } from 'vitest';
import { isFromCountries, readCountries } from '#server/platform/kernel/mobile-number.ts';
import { readSettings } from '#server/settings.ts';
import { RECIPIENT } from '#test/support/customer.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

const ABROAD = '+64211234567';
const REFUSED = {
  status: false,
  input_validation: { recipient_mobile: 'Gift cards cannot be sent to mobiles of this country' },
  codes: { recipient_mobile: 'recipient_mobile_abroad' },
};

describe.each(databaseKinds())('countries that gift cards can go to on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  let detailsId: number;
  afterEach(() => shop.close());
  const open = async (env: Record<string, string> = {}) => {
    shop = await openTestShop(kind, { env });
    wren = await shop.customer();
    [detailsId = 0] = (await wren.buyCards()).detailsIds;
  };
  const person = { recipient_firstname: 'Ann', recipient_lastname: 'Bell', recipient_mobile: ABROAD };
  const check = async () =>
    (
      await shop.send('POST mobiledigital/checkgiftcardrecipients', {
        token: wren.token,
        body: { recipients: [person] },
      })
    ).body;

  it('rejects foreign mobiles by default when saving details, correcting a card or checking a list', async () => {
    await open();
    const words = { recipient_message: 'Hi', text_content: 'Hello' };
    expect((await wren.editDetails(detailsId, { ...person, ...words })).body).toMatchObject(REFUSED);
    expect((await wren.correct(detailsId, ABROAD)).body).toMatchObject(REFUSED);
    expect(await check()).toMatchObject({ codes: { 'recipients.0.recipient_mobile': 'recipient_mobile_abroad' } });
    expect((await shop.stored.one('giftCardDetails')).recipientMobile).toBe(RECIPIENT);
  });

  it('accepts numbers of the countries that the operator configured', async () => {
    await open({ GIFT_COUNTRIES: 'AU, NZ' });
    expect((await wren.correct(detailsId, ABROAD)).body).toMatchObject({ status: true });
    expect(await check()).toEqual({ status: true });
    expect((await wren.correct(detailsId, ABROAD.replace('+64', '+640'))).body).toMatchObject({ status: true });
    expect((await shop.stored.one('giftCardDetails')).recipientMobile).toBe(ABROAD);
  });
});

it.each([
  ['au, nz', ['AU', 'NZ']],
  ['All', 'all'],
  ['Australia', null],
  ['', null],
])('parses the countries in the setting %j', (text, countries) => {
  expect(readCountries(text)).toEqual(countries);
});

it("matches a number to its own country's numbering plan, even when countries share a code", () => {
  expect(isFromCountries('+12015550123', ['US'])).toBe(true);
  expect(isFromCountries('+14165550123', ['US'])).toBe(false);
  expect(isFromCountries('+61412345678', ['AU'])).toBe(true);
  expect(isFromCountries('+99912345678', ['AU'])).toBe(false);
});

it('rejects an unknown country code at startup', () => {
  expect(() => readSettings({ GIFT_COUNTRIES: 'AU,XX' })).toThrow('GIFT_COUNTRIES must be country codes');
});
