import { createHash, randomUUID } from 'node:crypto';
import { toDollars } from '#contract/rules/money/money.ts';
import type { CartAddress } from '#contract/shapes/customer.ts';
import { lockOpenCart } from '../../cart/open-cart.ts';
import { reserveStock } from '../../catalogue/stock/stock.ts';
import type { Context } from '../../context.ts';
import { lockCustomer } from '../../customers/customer.ts';
import type { Transaction } from '../../database/handle.ts';
import { transactionResult } from '../../database/transaction-result.ts';
import { type AppError, appError, isAppError, type Result } from '../../kernel/errors.ts';
import { heldFor } from '../review/approval.ts';
import { latestPlaced, type OrderRow, orderOfCart, recentActivity } from '../stores/orders-store.ts';
import { attemptsOf, insertPayment, livePaymentOf } from '../stores/payments-store.ts';
import { detectDuplicateOrder } from './detect-duplicate-order.ts';
import { type Checkout, loadCheckout } from './load-checkout.ts';
import { type CartDecision, decideOrderOfCart } from './one-order-per-cart.ts';
import { writeOrder } from './write-order.ts';

const HOUR_MS = 3_600_000;
/** A repeated call with no open cart returns the order just placed for this long. */
const REPEAT_MS = 15 * 60_000;
/** What Stripe takes in one payment (docs.stripe.com/currencies): 50 cents at least, eight digits at most. */
const LEAST_CENTS = 50;
const MOST_CENTS = 99_999_999;
/** If this process dies before it has recorded the payment, the job takes over after this long. */
const SETTLE_AFTER_MS = 60_000;

export type Purchase = {
  customerId: number;
  /** A payment method's id, without brand and last four. */
  paymentMethod: string;
  saveCard: boolean;
  billingAddress: CartAddress | null;
  /** What the customer was shown for all lines; null for a client that does not say. */
  expectedCents: number | null;
};

/**
 * `abandon`: the customer now pays another cart or with another card, so the attempt still open is to be ended, not
 * paid.
 */
export type Prepared = { placedOrderId: number } | { placedOrderId: null; orderId: number; abandon: boolean };

/** First step of placing an order: everything that must be true before the payment, in one transaction. */
export function prepareOrder(context: Context, purchase: Purchase): Promise<Result<Prepared>> {
  const now = context.clock.now();
  return transactionResult(context.database, async (tx): Promise<Result<Prepared>> => {
    const customer = await lockCustomer(tx, purchase.customerId);
    if (!customer) return appError('not_authorised', { resources: 'self' });
    if (customer.suspendedAt) return appError('customer_suspended');
    const cart = await lockOpenCart(tx, purchase.customerId);
    if (!cart) return placedBefore(tx, { customerId: purchase.customerId, now });
    const checkout = await loadCheckout(tx, { customer, cart, billingAddress: purchase.billingAddress });
    if (isAppError(checkout)) return checkout;
    const outOfRange = totalError(checkout);
    if (outOfRange) return outOfRange;
    const fingerprint = fingerprintOf(checkout, purchase);
    const decision = await decisionFor(tx, { cartId: cart.id, fingerprint });
    if (decision.action !== 'write') {
      return { placedOrderId: null, orderId: decision.order.id, abandon: decision.action === 'abandon' };
    }
    const since = new Date(now.getTime() - REPEAT_MS);
    const repeats = await detectDuplicateOrder(tx, { customerId: customer.id, cartId: cart.id, checkout, since, now });
    if (repeats !== null) return { placedOrderId: repeats };
    const orderId = await reserve(context, tx, {
      purchase,
      checkout,
      cartId: cart.id,
      declined: decision.declined,
      fingerprint,
      now,
    });
    return isAppError(orderId) ? orderId : { placedOrderId: null, orderId, abandon: false };
  });
}

function totalError({ totalCents }: Checkout): AppError | null {
  if (totalCents >= LEAST_CENTS && totalCents <= MOST_CENTS) return null;
  const [least = '', most = ''] = [LEAST_CENTS, MOST_CENTS].map((cents) => `$${toDollars(cents).toFixed(2)}`);
  return appError('total_out_of_range', [least, most]);
}

async function decisionFor(
  tx: Transaction,
  { cartId, fingerprint }: { cartId: number; fingerprint: string },
): Promise<CartDecision<OrderRow>> {
  const order = await orderOfCart(tx, cartId);
  const livePayment = order ? await livePaymentOf(tx, order.id) : null;
  return decideOrderOfCart({ order, livePayment, fingerprint });
}

async function placedBefore(
  tx: Transaction,
  { customerId, now }: { customerId: number; now: Date },
): Promise<Result<Prepared>> {
  const order = await latestPlaced(tx, { customerId, since: new Date(now.getTime() - REPEAT_MS) });
  return order ? { placedOrderId: order.id } : appError('no_active_cart');
}

/** What the customer agreed to: lines, cards, addresses and the payment method. */
function fingerprintOf(checkout: Checkout, purchase: Purchase): string {
  const lines = checkout.lines.map((line) => [
    line.lineId,
    line.variantId,
    line.qty,
    line.priceCents,
    line.details?.id ?? 0,
  ]);
  const { totalCents, shippingAddress, billingAddress } = checkout;
  const agreed = [lines, totalCents, shippingAddress, billingAddress, purchase.paymentMethod, purchase.saveCard];
  return createHash('sha256').update(JSON.stringify(agreed)).digest('hex');
}

type Reservation = {
  purchase: Purchase;
  checkout: Checkout;
  cartId: number;
  /** The order of a declined attempt of this cart. */
  declined: OrderRow | null;
  fingerprint: string;
  now: Date;
};

async function reserve(context: Context, tx: Transaction, reservation: Reservation): Promise<Result<number>> {
  const { purchase, checkout, cartId, declined, fingerprint, now } = reservation;
  const { customerId, expectedCents, paymentMethod, saveCard } = purchase;
  if (expectedCents !== null && expectedCents !== checkout.subtotalCents) return appError('price_changed');
  if (!(await reserveStock(tx, checkout.lines))) return appError('qty_not_available');
  const held = await heldReason(context, tx, reservation);
  const order = await writeOrder(tx, { customerId, checkout, cartId, declined, heldFor: held, now });
  const attempt = (await attemptsOf(tx, order.id)) + 1;
  await insertPayment(tx, {
    orderId: order.id,
    idempotencyKey: `order-${order.id}-${attempt}-${randomUUID()}`,
    fingerprint,
    provider: context.integrations.payments.account,
    paymentMethod,
    saveCard,
    amountCents: order.cardDueCents,
    currency: 'AUD',
    // What the bank says of the card is known after it has authorised the payment: then it is captured, or held.
    capture: held === null && context.settings.APPROVAL_MISMATCH === 'off',
    createdAt: now,
    updatedAt: now,
  });
  await context.jobs.send(
    tx,
    'reconcile-order',
    { orderId: order.id },
    { at: new Date(now.getTime() + SETTLE_AFTER_MS) },
  );
  context.log.info({ orderId: order.id, cartId, heldFor: held }, 'order.prepared');
  return order.id;
}

async function heldReason(context: Context, tx: Transaction, { purchase, checkout, now }: Reservation) {
  const since = new Date(now.getTime() - HOUR_MS);
  const activity = await recentActivity(tx, { customerId: purchase.customerId, since });
  const { settings } = context;
  return heldFor(
    {
      totalCents: checkout.totalCents,
      isFirst: activity.approved === 0,
      ordersLastHour: activity.orders,
      declinesLastHour: activity.declines,
    },
    {
      maxTotalDollars: settings.APPROVAL_MAX_TOTAL,
      firstOrderDollars: settings.APPROVAL_FIRST_ORDER_MAX,
      ordersPerHour: settings.APPROVAL_ORDERS_PER_HOUR,
      declines: settings.APPROVAL_DECLINES,
    },
  );
}
