import type { TestShop } from './shop.ts';
import type { StoredRow } from './stored.ts';

type Payment = StoredRow<'payments'>;

/** Stores a dispute without moving money. */
export const openDispute = (
  { context, stored }: Pick<TestShop, 'context' | 'stored'>,
  { id: paymentId, orderId, amountCents }: Payment,
): Promise<StoredRow<'disputes'>> =>
  stored.add('disputes', {
    orderId,
    paymentId,
    providerDisputeId: `dp_${paymentId}`,
    amountCents,
    reason: 'fraud',
    state: 'open',
    openedAt: context.clock.now(),
    updatedAt: context.clock.now(),
  });

/** Stores a refund without moving money. */
export const addRefund = (
  { context, stored }: Pick<TestShop, 'context' | 'stored'>,
  { id: paymentId, orderId, amountCents }: Payment,
): Promise<StoredRow<'refunds'>> =>
  stored.add('refunds', {
    orderId,
    paymentId,
    amountCents,
    state: 'pending',
    requestedBy: 'operator',
    note: 'test',
    idempotencyKey: `refund of ${paymentId}`,
    createdAt: context.clock.now(),
    updatedAt: context.clock.now(),
  });
