import type { Context } from '../context.ts';
import { lockCardValues, voidValue } from '../gift-cards/void-value.ts';
import type { DisputeState } from '../outside/payments/port.ts';
import * as store from './store.ts';

/**
 * Marks the order whose payment a shopper's bank disputes, and how that ended. A dispute that is lost has taken the money: unspent card
 * value is voided with it.
 */
export async function markDispute(context: Context, told: DisputeState): Promise<string> {
  const payment = await store.paymentOfProvider(context.database.orm, { paymentId: told.paymentId, key: null });
  if (!payment) return 'not ours';
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    await store.lockOrder(tx, payment.orderId);
    await store.keepDispute(tx, {
      orderId: payment.orderId,
      paymentId: payment.id,
      providerDisputeId: told.disputeId,
      amountCents: told.amountCents,
      reason: told.reason,
      state: told.state,
      openedAt: now,
      updatedAt: now,
    });
    const states = await store.disputeStates(tx, payment.orderId);
    const dispute = states.includes('open') ? 'open' : states.includes('lost') ? 'lost' : 'won';
    await store.updateOrder(tx, payment.orderId, { dispute });
    if (told.state !== 'lost') return;
    for (const card of await lockCardValues(tx, payment.orderId)) {
      await voidValue(tx, { card, cents: card.balanceCents, note: 'dispute lost', now });
    }
  });
  context.log.warn({ orderId: payment.orderId, dispute: told.state }, 'an order is marked as disputed');
  return `dispute ${told.state}`;
}
