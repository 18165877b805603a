import { describe, expect, it } from 'vitest';
import type { OwnPayment, OwnRefund } from './provider-check-store.ts';
import { compareWithProvider } from './provider-rules.ts';

const now = new Date('2026-11-20T00:00:00Z');
const from = new Date('2026-11-12T00:00:00Z');
const longAgo = new Date('2026-11-15T00:00:00Z');

const payment: OwnPayment = {
  orderNumber: 1,
  orderId: 1,
  paymentId: 'pi_1',
  key: 'order-1-1',
  state: 'captured',
  amountCents: 2_500,
  refundedCents: 0,
  createdAt: longAgo,
  updatedAt: longAgo,
};
const refund: OwnRefund = {
  orderNumber: 1,
  orderId: 1,
  refundId: 're_1',
  key: 'refund-1',
  state: 'succeeded',
  isForeign: false,
  amountCents: 1_000,
  createdAt: longAgo,
  updatedAt: longAgo,
};
const providerPayment = { paymentId: 'pi_1', receivedCents: 2_500, key: 'order-1-1' };
const providerRefund = {
  refundId: 're_1',
  paymentId: 'pi_1',
  amountCents: 1_000,
  state: 'succeeded' as const,
  key: 'refund-1',
  createdAt: longAgo,
};

type Case = {
  payments?: Partial<OwnPayment>[];
  refunds?: Partial<OwnRefund>[];
  providerPayments?: Partial<Omit<typeof providerPayment, 'key'> & { key: string | null }>[];
  sent?: (Partial<Omit<typeof providerRefund, 'state' | 'key'>> & { state?: 'failed'; key?: string | null })[];
};
const compare = (example: Case) =>
  compareWithProvider({
    now,
    payments: (example.payments ?? [{}]).map((change) => ({ ...payment, ...change })),
    refunds: (example.refunds ?? []).map((change) => ({ ...refund, ...change })),
    providerMovements: {
      from,
      payments: (example.providerPayments ?? [{}]).map((change) => ({ ...providerPayment, ...change })),
      refunds: (example.sent ?? []).map((change) => ({ ...providerRefund, ...change })),
    },
  });
const listSentences = (example: Case) => compare(example).differences.map(({ sentence }) => sentence);

describe('payments at the provider', () => {
  it('reports no difference and equal totals when shop and provider agree', () => {
    expect(compare({})).toMatchObject({
      payments: { shop: { count: 1, cents: 2_500 }, provider: { count: 1, cents: 2_500 } },
      differences: [],
    });
  });

  it.each<[string, Case, string]>([
    [
      'less',
      { providerPayments: [{ receivedCents: 2_400 }] },
      'Payment pi_1 of order 000000001: the provider shows $24.00, the shop shows $25.00 (captured).',
    ],
    [
      'nothing',
      { providerPayments: [] },
      'Payment pi_1 of order 000000001: the provider shows nothing, the shop shows $25.00 (captured).',
    ],
    [
      'a payment that the shop has no record of',
      { payments: [] },
      'Payment pi_1: the provider shows $25.00, the shop shows nothing (not recorded).',
    ],
    [
      'a payment for an attempt recorded as declined',
      { payments: [{ state: 'declined' }] },
      'Payment pi_1 of order 000000001: the provider shows $25.00, the shop shows nothing (declined).',
    ],
  ])('reports a difference when the provider took %s', (_, example, sentence) => {
    expect(listSentences(example)).toEqual([sentence]);
  });

  it.each<[string, Case]>([
    ['for another application on the same account', { payments: [], providerPayments: [{ key: null }] }],
    ['that was refunded because its attempt had ended', { payments: [{ state: 'declined', refundedCents: 2_500 }] }],
    [
      'within the last few minutes',
      { payments: [{ state: 'authorised', updatedAt: new Date('2026-11-19T23:55:00Z') }] },
    ],
    [
      'before the window, recorded by the shop just inside it',
      { providerPayments: [], payments: [{ createdAt: new Date('2026-11-12T00:30:00Z') }] },
    ],
    ['whose id never reached the shop', { payments: [{ paymentId: '' }] }],
    ['that was fully refunded later', { payments: [{ state: 'refunded', refundedCents: 2_500 }] }],
  ])('reports no difference when the provider took a payment %s', (_, example) => {
    expect(listSentences(example)).toEqual([]);
  });
});

describe('refunds at the provider', () => {
  it.each<[string, Case, string]>([
    [
      'that the shop has no record of',
      { sent: [{ key: null }] },
      'Refund re_1: the provider shows $10.00, the shop shows nothing (not recorded).',
    ],
    [
      'whose amount differs between shop and provider',
      { sent: [{ amountCents: 900 }], refunds: [{}] },
      'Refund re_1 of order 000000001: the provider shows $9.00, the shop shows $10.00 (succeeded).',
    ],
    [
      'that failed only at the provider',
      { sent: [{ state: 'failed' }], refunds: [{}] },
      'Refund re_1 of order 000000001: the provider shows nothing, the shop shows $10.00 (succeeded).',
    ],
    [
      'that failed only in the shop',
      { sent: [{}], refunds: [{ state: 'failed' }] },
      'Refund re_1 of order 000000001: the provider shows $10.00, the shop shows nothing (failed).',
    ],
    [
      'that is missing at the provider',
      { refunds: [{}] },
      'Refund re_1 of order 000000001: the provider shows nothing, the shop shows $10.00 (succeeded).',
    ],
  ])('reports a difference for a refund %s', (_, example, sentence) => {
    expect(listSentences(example)).toEqual([sentence]);
  });

  it.each<[string, Case]>([
    ['exactly as the shop recorded it', { sent: [{}], refunds: [{}] }],
    [
      "half an hour ago in the provider's dashboard",
      { sent: [{ key: null, createdAt: new Date('2026-11-19T23:30:00Z') }] },
    ],
    ['for a payment that does not belong to the shop', { sent: [{ paymentId: 'pi_9', key: null }] }],
    ['before the window and reported to the shop later', { refunds: [{ isForeign: true }] }],
    ['but marked as failed on both sides', { sent: [{ state: 'failed' }], refunds: [{ state: 'failed' }] }],
  ])('reports no difference for a refund made %s', (_, example) => {
    expect(listSentences(example)).toEqual([]);
  });
});
