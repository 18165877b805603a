import { openCart } from '../../cart/open-cart.ts';
import type { Context } from '../../context.ts';
import { type AppError, appError, isAppError, type Result } from '../../kernel/errors.ts';
import { ensurePaymentCustomer } from '../payments/payment-customer.ts';
import { formerCardError } from '../payments/saved-cards.ts';
import { markAcknowledged } from '../stores/orders-store.ts';
import { type Purchase, prepareOrder } from './prepare-order.ts';
import { settleIfAnswered } from './settle-order.ts';

/** A changed cart ends the attempt before it; more attempts than this mean that something is wrong. */
const MAX_ATTEMPTS = 3;

/**
 * Places the order of the customer's open cart: reserve (stock, order, attempt, job; one transaction) -> pay -> record.
 * Doubled taps, lost answers, two tabs and two processes end in the same order and the same charge: the customer's row
 * is locked while preparing, the attempt's key is the provider's idempotency key, and recording is done once. An order
 * of which gift cards leave nothing to pay is placed by the first step. Returns the order's id. While the provider does not answer, the order stays pending and the job settle-order goes on.
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
  const [noCard, cart] = await Promise.all([
    paymentCardError(context, purchase),
    openCart(context.database.orm, purchase.customerId),
  ]);
  if (noCard) return noCard;
  let cartId = cart?.id ?? null;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const prepared = await prepareOrder(context, purchase, cartId);
    if (isAppError(prepared)) return prepared;
    if ('openCartId' in prepared) {
      cartId = prepared.openCartId;
      continue;
    }
    if (prepared.placedOrderId !== null) return prepared.placedOrderId;
    const settled = await settleIfAnswered(context, prepared);
    if (isAppError(settled)) return settled;
    if (settled !== null) return settled;
  }
  return appError('payment_unsettled');
}

/** Why this payment card cannot be used; without one the provider is not asked for anything. */
async function paymentCardError(context: Context, { customerId, paymentMethod }: Purchase): Promise<AppError | null> {
  if (paymentMethod === null) return null;
  const [former, providerCustomerId] = await Promise.all([
    formerCardError(context, { customerId, paymentMethod }),
    ensurePaymentCustomer(context, customerId),
  ]);
  if (former) return former;
  return isAppError(providerCustomerId) ? providerCustomerId : null;
}
