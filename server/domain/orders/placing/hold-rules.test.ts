import { expect, it } from 'vitest';
import { exceedsGiftLimits, holdReasonForCard } from './judge-gifts.ts';
import { holdReasonBeforePayment } from './reserve-order.ts';
import { holdReasonAfterCode, holdReasonForMismatch } from './settle-order.ts';

const limits = { maxTotalDollars: 1_000, firstOrderDollars: 500, ordersPerHour: 10, declines: 3 };
const calm = { totalCents: 5_000, isFirst: false, ordersLastHour: 0, declinesLastHour: 0 };

it('approves an ordinary order immediately [LG-09]', () => {
  expect(holdReasonBeforePayment(calm, limits)).toBeNull();
  expect(
    holdReasonBeforePayment({ totalCents: 100_000, isFirst: false, ordersLastHour: 9, declinesLastHour: 2 }, limits),
  ).toBeNull();
});

it('holds an order over the value limit', () =>
  expect(holdReasonBeforePayment({ ...calm, totalCents: 100_001 }, limits)).toBe('value'));
it('holds a first order over the first-order limit, and every first order when that limit is zero', () => {
  expect(holdReasonBeforePayment({ ...calm, isFirst: true, totalCents: 50_000 }, limits)).toBeNull();
  expect(holdReasonBeforePayment({ ...calm, isFirst: true, totalCents: 50_001 }, limits)).toBe('first order');
  expect(holdReasonBeforePayment({ ...calm, totalCents: 50_001 }, limits)).toBeNull();
  expect(holdReasonBeforePayment({ ...calm, isFirst: true, totalCents: 50 }, { ...limits, firstOrderDollars: 0 })).toBe(
    'first order',
  );
});
it('holds the eleventh order within an hour', () =>
  expect(holdReasonBeforePayment({ ...calm, ordersLastHour: 10 }, limits)).toBe('velocity'));
it('holds an order after three declined payments', () =>
  expect(holdReasonBeforePayment({ ...calm, declinesLastHour: 3 }, limits)).toBe('declines'));

it.each([
  ['each sum at its limit', { customer: 100_000, recipient: 100_000, network: 1_000_000 }, false],
  ['the customer over the limit', { customer: 100_001, recipient: 0, network: 0 }, true],
  ['the recipient over the limit', { customer: 0, recipient: 100_001, network: 0 }, true],
  ['the network over the limit', { customer: 0, recipient: 0, network: 1_000_001 }, true],
])('checks the gift card sums against the limits, %s: %j exceed a limit: %s', (_which, sums, isTooMuch) => {
  expect(exceedsGiftLimits(sums, { perDay: 1_000, perNetwork: 10_000 })).toBe(isTooMuch);
  expect(exceedsGiftLimits(sums, { perDay: 0, perNetwork: 0 })).toBe(false);
});

it('holds an order for too much gift value per payment card, replacing only the reason "new device"', () => {
  expect([null, 'new device', 'value'].map((heldFor) => holdReasonForCard(heldFor as never, true))).toEqual([
    'gift value',
    'gift value',
    'value',
  ]);
  expect(holdReasonForCard('new device', false)).toBe('new device');
});

it.each([
  ['new device', true, { hasRightSecurityCode: true as const }, null],
  ['new device', true, {}, 'new device'],
  ['new device', false, { hasRightSecurityCode: true as const }, 'new device'],
  ['gift value', true, { hasRightSecurityCode: true as const }, 'gift value'],
  [null, true, {}, null],
] as const)(
  'keeps or lifts a hold for %s (security code sent: %s, bank reports %j): then held for %s',
  (heldFor, hasSecurityCode, facts, after) => {
    const card = { country: 'AU', failedChecks: [], ...facts };
    const outcome = { state: 'authorised' as const, paymentId: 'pi_1', card };
    expect(holdReasonAfterCode(heldFor, { hasSecurityCode, outcome })).toBe(after);
  },
);

it.each([
  ['off', { country: 'US', failedChecks: ['postcode', 'security code'] }, null],
  ['checks', { country: 'US', failedChecks: [] }, null],
  ['checks', { country: 'AU', failedChecks: ['postcode'] }, 'postcode check'],
  ['checks', { country: 'AU', failedChecks: ['security code'] }, 'security code check'],
  ['all', { country: 'US', failedChecks: [] }, 'card country'],
  ['all', { country: 'NZ', failedChecks: [] }, null],
  ['all', { country: null, failedChecks: [] }, null],
  ['all', undefined, null],
] as const)(
  "applies APPROVAL_MISMATCH=%s to the bank's card checks: %j gives the hold reason %s",
  (rule, card, expected) => {
    const facts = card && { ...card, failedChecks: [...card.failedChecks] };
    expect(holdReasonForMismatch(facts, { rule, countries: ['AU', 'NZ'] })).toBe(expected);
  },
);
