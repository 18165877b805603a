import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  ATTRIBUTE_IDS,
  CHECKOUT_SECONDS,
  DEFAULT_COUNTRY,
  PAGE_SIZE,
  STORE_ID,
  TOKEN_TTL_MS,
  WEBSITE_ID,
} from '../limits.ts';
import { shorten } from '../short-text.ts';
import {
  amountBeforeCode,
  amountText,
  localizeOptionTitle,
  priceText,
  tilePriceText,
  toCents,
  toDisplayPrice,
  toDollars,
} from './money.ts';

const au = { country: 'AU', usdRate: 1.5 };
const us = { country: 'US', usdRate: 1.5 };

it('shows prices to Australian customers in Australian dollars with two decimals [BC-14, BC-17]', () => {
  expect(priceText(49.5, au)).toBe('$49.50 AUD');
  expect(priceText(1234, au)).toBe('$1,234.00 AUD');
});
it('divides prices by the exchange rate for US customers [BC-15, BC-16]', () => {
  expect(priceText(30, us)).toBe('$20.00 USD');
});
it('shows Australian dollars when the exchange rate is missing or zero', () => {
  for (const usdRate of [null, 0, -1]) expect(toDisplayPrice(30, { country: 'US', usdRate }).currency).toBe('AUD');
});
it("shows 'From' before the price of a configurable product", () => {
  expect(tilePriceText({ price: 25, type_id: 'configurable' }, au)).toBe('From $25.00 AUD');
  expect(tilePriceText({ price: 25, type_id: 'simple' }, us)).toBe('$16.67 USD');
});
it("formats Australian and US dollars in the customer's language", () => {
  const german = { locale: 'de', fromPrice: (price: string) => `ab ${price}` };
  expect(priceText(1234.5, { ...au, ...german })).toBe('1.234,50\u00a0AUD');
  expect(priceText(30, { ...us, ...german })).toBe('20,00\u00a0USD');
  expect(tilePriceText({ price: 25, type_id: 'configurable' }, { ...au, ...german })).toBe('ab 25,00\u00a0AUD');
});
it('formats an amount in each language, for use alone and before a currency code', () => {
  expect([25, 19.5, 1_250].map((dollars) => amountText(dollars))).toEqual(['$25', '$19.50', '$1,250']);
  expect([25, 19.5, 1_250].map((dollars) => amountText(dollars, 'de'))).toEqual([
    '25\u00a0AUD',
    '19,50\u00a0AUD',
    '1.250\u00a0AUD',
  ]);
  expect([60, 19.5].map((dollars) => amountBeforeCode(dollars))).toEqual(['$60', '$19.50']);
  expect([60, 19.5].map((dollars) => amountBeforeCode(dollars, 'de'))).toEqual(['60', '19,50']);
});
it("formats an option title that is an amount in the customer's language, and leaves other titles unchanged", () => {
  expect(['$25', '$1,000.00', 'Red', 'About $25'].map((title) => localizeOptionTitle(title, 'de'))).toEqual([
    '25\u00a0AUD',
    '1.000\u00a0AUD',
    'Red',
    'About $25',
  ]);
  expect(['$25', '$1,000.00'].map((title) => localizeOptionTitle(title))).toEqual(['$25', '$1,000.00']);
});
it('converts between cents and dollars without losing a cent', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), (cents) => toCents(toDollars(cents)) === cents));
});
it('truncates a short description to 20 characters and three dots [BC-20]', () => {
  expect(shorten('12345678901234567890')).toBe('12345678901234567890');
  expect(shorten('123456789012345678901')).toBe('12345678901234567890...');
});
it('matches the constants in section 9 of the specification', () => {
  expect({ PAGE_SIZE, CHECKOUT_SECONDS, TOKEN_TTL_MS, STORE_ID, WEBSITE_ID, DEFAULT_COUNTRY }).toEqual({
    PAGE_SIZE: 10,
    CHECKOUT_SECONDS: 600,
    TOKEN_TTL_MS: 3_300_000,
    STORE_ID: 19,
    WEBSITE_ID: 1,
    DEFAULT_COUNTRY: 'AU',
  });
  expect(ATTRIBUTE_IDS).toEqual({ color: 93, size: 141, gift_card_price: 216 });
});
