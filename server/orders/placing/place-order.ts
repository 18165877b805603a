import type { Context } from '../../context.ts';
import { isPaymentsError } from '../../integrations/payments/port.ts';
import { appError, isAppError, type Result } from '../../kernel/errors.ts';
import { ensurePaymentCustomer } from '../payments/payment-customer.ts';
import { formerCardError } from '../payments/saved-cards.ts';
import { markAcknowledged } from '../stores/orders-store.ts';
import { type Purchase, prepareOrder } from './prepare-order.ts';
import { settleOrder } from './settle-order.ts';

/** A changed cart ends the attempt before it; more attempts than this mean that something is wrong. */
const MAX_ATTEMPTS = 3;

/**
 * Places the order of the customer's open cart: reserve (stock, order, attempt, job; one transaction) -> pay -> record.
 * Doubled taps, lost answers, two tabs and two processes end in the same order and the same charge: the customer's row
 * is locked while preparing, the attempt's key is the provider's idempotency key, and recording is done once. Returns
 * the order's id. While the provider does not answer, the order stays pending and the job settle-order goes on.
 * `clientConnected`: the client still waits for the answer; otherwise the same purchase made again is this order
 * (docs/decisions/026).
 */
export async function placeOrder(
  context: Context,
  purchase: Purchase,
  clientConnected: () => boolean = () => true,
): Promise<Result<number>> {
  const orderId = await prepareAndPay(context, purchase);
  if (!isAppError(orderId) && clientConnected()) {
    await markAcknowledged(context.database.orm, orderId, context.clock.now());
  }
  return orderId;
}

async function prepareAndPay(context: Context, purchase: Purchase): Promise<Result<number>> {
  const former = await formerCardError(context, purchase);
  if (former) return former;
  const providerCustomerId = await ensurePaymentCustomer(context, purchase.customerId);
  if (isAppError(providerCustomerId)) return providerCustomerId;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const prepared = await prepareOrder(context, purchase);
    if (isAppError(prepared)) return prepared;
    if (prepared.placedOrderId !== null) return prepared.placedOrderId;
    const settled = await settle(context, prepared);
    if (isAppError(settled)) return settled;
    if (settled !== null) return settled;
  }
  return appError('payment_unsettled');
}

async function settle(
  context: Context,
  { orderId, abandon }: { orderId: number; abandon: boolean },
): Promise<Result<number | null>> {
  try {
    return await settleOrder(context, { orderId, abandon });
  } catch (error) {
    if (!isPaymentsError(error)) throw error;
    context.log.error({ err: error, orderId }, 'order.payment_unanswered');
    return appError('payment_unsettled');
  }
}
