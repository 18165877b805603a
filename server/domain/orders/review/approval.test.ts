import { expect, test } from 'vitest';
import { incrementId, readOrderId, readOrderNumber } from '#contract/rules/order-number.ts';
import { exceedsGiftLimits, heldAfterCode, heldByCard, heldFor, mismatchOf } from './approval.ts';

const limits = { maxTotalDollars: 1_000, firstOrderDollars: 500, ordersPerHour: 10, declines: 3 };
const calm = { totalCents: 5_000, isFirst: false, ordersLastHour: 0, declinesLastHour: 0 };

test('an ordinary order is approved at once [LG-09]', () => {
  expect(heldFor(calm, limits)).toBeNull();
  expect(heldFor({ totalCents: 100_000, isFirst: false, ordersLastHour: 9, declinesLastHour: 2 }, limits)).toBeNull();
});

test('an order over the value limit is held', () =>
  expect(heldFor({ ...calm, totalCents: 100_001 }, limits)).toBe('value'));
test("a customer's first order over its limit is held, and with the limit at nothing any first order", () => {
  expect(heldFor({ ...calm, isFirst: true, totalCents: 50_000 }, limits)).toBeNull();
  expect(heldFor({ ...calm, isFirst: true, totalCents: 50_001 }, limits)).toBe('first order');
  expect(heldFor({ ...calm, totalCents: 50_001 }, limits)).toBeNull();
  expect(heldFor({ ...calm, isFirst: true, totalCents: 50 }, { ...limits, firstOrderDollars: 0 })).toBe('first order');
});
test('the eleventh order of an hour is held', () =>
  expect(heldFor({ ...calm, ordersLastHour: 10 }, limits)).toBe('velocity'));
test('an order after three declines is held', () =>
  expect(heldFor({ ...calm, declinesLastHour: 3 }, limits)).toBe('declines'));

test.each([
  ['at its limits', { customer: 100_000, recipient: 100_000, network: 1_000_000 }, false],
  ['of a customer above them', { customer: 100_001, recipient: 0, network: 0 }, true],
  ['of a recipient above them', { customer: 0, recipient: 100_001, network: 0 }, true],
  ['of a network above them', { customer: 0, recipient: 0, network: 1_000_001 }, true],
])('gift cards %s: %j are too many: %s', (_which, sums, isTooMuch) => {
  expect(exceedsGiftLimits(sums, { perDay: 1_000, perNetwork: 10_000 })).toBe(isTooMuch);
  expect(exceedsGiftLimits(sums, { perDay: 0, perNetwork: 0 })).toBe(false);
});

test('too many gift cards by one card hold an order unless another rule does; a new device is proved, a card is not', () => {
  expect([null, 'new device', 'value'].map((held) => heldByCard(held as never, true))).toEqual([
    'gift value',
    'gift value',
    'value',
  ]);
  expect(heldByCard('new device', false)).toBe('new device');
});

test.each([
  ['new device', true, { hasRightSecurityCode: true as const }, null],
  ['new device', true, {}, 'new device'],
  ['new device', false, { hasRightSecurityCode: true as const }, 'new device'],
  ['gift value', true, { hasRightSecurityCode: true as const }, 'gift value'],
  [null, true, {}, null],
] as const)(
  'an order held for %s, with its security code: %s, of which the bank says %j: %s',
  (held, securityCode, facts, after) => {
    const card = { country: 'AU', failedChecks: [], ...facts };
    const outcome = { state: 'authorised' as const, paymentId: 'pi_1', card };
    expect(heldAfterCode(held, { securityCode, outcome })).toBe(after);
  },
);

test.each([
  ['off', { country: 'US', failedChecks: ['postcode', 'security code'] }, null],
  ['checks', { country: 'US', failedChecks: [] }, null],
  ['checks', { country: 'AU', failedChecks: ['postcode'] }, 'postcode check'],
  ['checks', { country: 'AU', failedChecks: ['security code'] }, 'security code check'],
  ['all', { country: 'US', failedChecks: [] }, 'card country'],
  ['all', { country: 'NZ', failedChecks: [] }, null],
  ['all', { country: null, failedChecks: [] }, null],
  ['all', undefined, null],
] as const)('with APPROVAL_MISMATCH=%s, of what the bank says %j: %s', (rule, card, held) => {
  const facts = card && { ...card, failedChecks: [...card.failedChecks] };
  expect(mismatchOf(facts, { rule, countries: ['AU', 'NZ'] })).toBe(held);
});

test('order numbers have nine digits; look-ups tell number from id', () => {
  expect(incrementId(1)).toBe('000000001');
  expect(readOrderId('000000001')).toEqual({ number: 1 });
  expect(readOrderId('1')).toEqual({ id: 1 });
  for (const text of ['', 'abc', '-1', '1.5', '0000000001']) expect(readOrderId(text)).toBeNull();
});

test('operators write order numbers with and without zeros', () => {
  for (const text of ['12', '000000012', ' 0012 ', '0000000012']) expect(readOrderNumber(text)).toBe(12);
  expect(readOrderNumber('999999999')).toBe(999_999_999);
  for (const text of ['', '0', '000000000', '-1', '1.5', '1e3', '#12', '1234567890', 'twelve'])
    expect(readOrderNumber(text)).toBeNull();
});
