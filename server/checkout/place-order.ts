import type { Context } from '../context.ts';
import { type Failure, failure, isFailure } from '../http/failures.ts';
import { isPaymentsUnreachable } from '../outside/payments/port.ts';
import { ensurePaymentCustomer } from './payment-customer.ts';
import { type Purchase, prepareOrder } from './prepare-order.ts';
import { markTold } from './repeated-purchase.ts';
import { settleOrder } from './settle-order.ts';

/** A changed cart ends the attempt before it; more rounds than this mean something is wrong. */
const ROUNDS = 3;

/**
 * Places the order of the member's open cart: reserve (stock, order, attempt, job; one transaction) -> pay -> record.
 * Doubled taps, lost answers, two tabs and two processes end in the same order and the same charge: the member's row is
 * locked while preparing, the attempt's key is the provider's idempotency key, and recording is done once.
 * Answers the order's id. While the provider is silent the order stays pending and the job settle-order goes on. `isHeard`: whoever asked
 * is still there to be told; otherwise the same purchase made again is this order (docs/decisions/026).
 */
export async function placeOrder(
  context: Context,
  purchase: Purchase,
  isHeard: () => boolean = () => true,
): Promise<number | Failure> {
  const placed = await prepareAndPay(context, purchase);
  if (!isFailure(placed) && isHeard()) await markTold(context.database.orm, placed, context.clock.now());
  return placed;
}

async function prepareAndPay(context: Context, purchase: Purchase): Promise<number | Failure> {
  const customerId = await ensurePaymentCustomer(context, purchase.memberId);
  if (isFailure(customerId)) return customerId;
  for (let round = 0; round < ROUNDS; round += 1) {
    const prepared = await prepareOrder(context, purchase);
    if (isFailure(prepared)) return prepared;
    if (prepared.placedOrderId !== null) return prepared.placedOrderId;
    const settled = await settle(context, { orderId: prepared.orderId, abandon: prepared.abandon });
    if (isFailure(settled)) return settled;
    if (settled !== null) return settled;
  }
  return failure('payment_unsettled');
}

async function settle(context: Context, wish: { orderId: number; abandon: boolean }): Promise<number | null | Failure> {
  try {
    return await settleOrder(context, wish);
  } catch (error) {
    if (!isPaymentsUnreachable(error)) throw error;
    context.log.error(
      { err: error, orderId: wish.orderId },
      'the payment provider did not answer; the order stays pending',
    );
    return failure('payment_unsettled');
  }
}
