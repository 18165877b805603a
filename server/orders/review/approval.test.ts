import { expect, test } from 'vitest';
import { incrementId, readOrderId } from '../../../contract/rules/order-number.ts';
import { heldFor, mismatchOf } from './approval.ts';

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
