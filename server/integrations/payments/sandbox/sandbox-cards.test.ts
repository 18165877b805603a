import { expect, it } from 'vitest';
import { findDecline, findTestCard, isLuhnValid, readTypedCard } from './sandbox-cards.ts';

const now = new Date('2026-11-21T00:00:00Z');
const typed = { number: '4242 4242 4242 4242', exp_month: 12, exp_year: 29, cvc: '123' };

it('maps the number of a test card to its payment method', () => {
  expect(readTypedCard(typed, now)).toMatchObject({
    ok: true,
    last4: '4242',
    card: { behaviour: 'pm_card_visa', brand: 'visa' },
  });
  expect(readTypedCard({ ...typed, number: '378282246310005', cvc: '1234' }, now)).toMatchObject({
    card: { brand: 'amex' },
  });
});

it.each([
  ['4242', 'Your card number is incomplete.'],
  ['4242424242424241', 'Your card number is invalid.'],
  ['4111111111111111', 'This is a sandbox: use a test card such as 4242 4242 4242 4242.'],
])("rejects the card number %s with the provider's message [VA-30]", (number, message) => {
  expect(readTypedCard({ ...typed, number }, now)).toMatchObject({ ok: false, message });
});

it('accepts a card that expires this month and rejects a card that expired last month', () => {
  expect(readTypedCard({ ...typed, exp_month: 11, exp_year: 2026 }, now).ok).toBe(true);
  expect(readTypedCard({ ...typed, exp_month: 10, exp_year: 2026 }, now)).toMatchObject({
    code: 'invalid_expiry_year_past',
  });
  expect(readTypedCard({ ...typed, exp_month: 13 }, now)).toMatchObject({ code: 'invalid_expiry_month' });
  expect(readTypedCard({ ...typed, cvc: '' }, now)).toMatchObject({ code: 'incomplete_cvc' });
});

it("returns a test card's decline code, and null for cards that are not declined", () => {
  expect(findDecline('pm_card_chargeDeclined')).toEqual({ message: 'Your card was declined.', code: 'card_declined' });
  expect(findDecline('pm_card_visa')).toBeNull();
  expect(findTestCard('pm_card_unknown')).toBeNull();
  expect(isLuhnValid('4242424242424242')).toBe(true);
});
