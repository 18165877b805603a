import { setFrozen } from '#server/domain/gift-cards/ledger/void-value.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { listDisputes } from '../stores/disputes-store.ts';
import { listWarnings } from '../stores/payment-warnings-store.ts';
import { findPaidPayment } from '../stores/payments-store.ts';
import { uncoveredCents } from './card-voids.ts';
import { lockRefundState } from './load-refund-state.ts';

/**
 * Freezes the order's gift cards while its payment is disputed, warned about or under review, or while refunds exceed
 * what could be voided, so that released holds cannot be spent. Call with the order locked, after every such change.
 */
export async function freezeOrThawCards(tx: Transaction, orderId: number): Promise<'frozen' | 'not frozen'> {
  const bought = await findPaidPayment(tx, orderId);
  const claims = [...(await listDisputes(tx, orderId)), ...(await listWarnings(tx, orderId))];
  const short = bought !== null && uncoveredCents(await lockRefundState(tx, bought)) > 0;
  const frozen = short || claims.some(({ paymentId, state }) => paymentId === bought?.id && state === 'open');
  await setFrozen(tx, { orderId, frozen });
  return frozen ? 'frozen' : 'not frozen';
}
