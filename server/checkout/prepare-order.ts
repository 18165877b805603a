import { createHash, randomUUID } from 'node:crypto';
import { toDollars } from '#contract/rules/money.ts';
import type { CartAddress } from '#contract/shapes.ts';
import { lockOpenCart } from '../cart/open-cart.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../database/handle.ts';
import { transactionOrFailure } from '../database/roll-back.ts';
import { type Failure, failure, isFailure } from '../http/failures.ts';
import { heldFor } from '../orders/approval.ts';
import { type Contents, readContents } from './contents.ts';
import { repeatedOrder } from './repeated-purchase.ts';
import * as store from './store.ts';

const HOUR_MS = 3_600_000;
/** A repeated call with no open cart answers the order just placed for this long (decisions, payment again). */
const REPEAT_MS = 15 * 60_000;
/** What Stripe takes in one payment (docs.stripe.com/currencies): 50 cents at least, eight digits at most. */
const LEAST_CENTS = 50;
const MOST_CENTS = 99_999_999;
/** If this process dies before it has recorded the payment, the job takes over after this long. */
const SETTLE_AFTER_MS = 60_000;

export type Purchase = {
  memberId: number;
  /** A payment method's id, without brand and last four. */
  paymentMethod: string;
  saveCard: boolean;
  billingAddress: CartAddress | null;
  /** What the shopper was shown for all lines; null for a client that does not say. */
  expectedCents: number | null;
};

/** `abandon`: another cart or card is wanted now, so the attempt still open is to be ended, not paid. */
export type Prepared = { placedOrderId: number } | { placedOrderId: null; orderId: number; abandon: boolean };

/** First step of placing an order: everything that must be true before money is asked for, in one transaction. */
export function prepareOrder(context: Context, purchase: Purchase): Promise<Prepared | Failure> {
  const now = context.clock.now();
  return transactionOrFailure(context.database, async (tx): Promise<Prepared | Failure> => {
    const member = await store.lockMember(tx, purchase.memberId);
    if (!member) return failure('not_authorised', { resources: 'self' });
    if (member.suspendedAt) return failure('member_suspended');
    const cart = await lockOpenCart(tx, purchase.memberId);
    if (!cart) return repeated(tx, { memberId: purchase.memberId, now });
    const contents = await readContents(tx, { member, cart, billingAddress: purchase.billingAddress });
    if (isFailure(contents)) return contents;
    const { totalCents } = contents;
    if (totalCents < LEAST_CENTS || totalCents > MOST_CENTS) {
      const [least, most] = [LEAST_CENTS, MOST_CENTS].map((cents) => `$${toDollars(cents).toFixed(2)}`);
      return failure('total_refused', [`An order must come to at least ${least} and at most ${most}.`]);
    }
    const fingerprint = fingerprintOf(contents, purchase);
    const order = await store.orderOfCart(tx, cart.id);
    const live = order ? await store.livePaymentOf(tx, order.id) : null;
    if (order && live) return { placedOrderId: null, orderId: order.id, abandon: live.fingerprint !== fingerprint };
    const since = new Date(now.getTime() - REPEAT_MS);
    const repeats = await repeatedOrder(tx, { memberId: member.id, cartId: cart.id, contents, since, now });
    if (repeats !== null) return { placedOrderId: repeats };
    const orderId = await reserve(context, tx, { purchase, contents, cartId: cart.id, fingerprint, now });
    return isFailure(orderId) ? orderId : { placedOrderId: null, orderId, abandon: false };
  });
}

async function repeated(tx: Transaction, wish: { memberId: number; now: Date }): Promise<Prepared | Failure> {
  const since = new Date(wish.now.getTime() - REPEAT_MS);
  const order = await store.latestPlaced(tx, { memberId: wish.memberId, since });
  return order ? { placedOrderId: order.id } : failure('no_active_cart');
}

/** Lines, amounts, addresses and the way to pay: the same call repeated has the same print, anything changed has another. */
function fingerprintOf(contents: Contents, purchase: Purchase): string {
  const lines = contents.lines.map((line) => [
    line.lineId,
    line.variantId,
    line.qty,
    line.priceCents,
    line.details?.id ?? 0,
  ]);
  const { totalCents, shippingAddress, billingAddress } = contents;
  const whole = [lines, totalCents, shippingAddress, billingAddress, purchase.paymentMethod, purchase.saveCard];
  return createHash('sha256').update(JSON.stringify(whole)).digest('hex');
}

type Reservation = { purchase: Purchase; contents: Contents; cartId: number; fingerprint: string; now: Date };

async function reserve(context: Context, tx: Transaction, wish: Reservation): Promise<number | Failure> {
  const { purchase, contents, cartId, fingerprint, now } = wish;
  if (purchase.expectedCents !== null && purchase.expectedCents !== contents.subtotalCents)
    return failure('price_changed');
  if (!(await store.takeStock(tx, contents.lines))) return failure('qty_not_available');
  const held = await heldReason(context, tx, wish);
  const order = await store.writeOrder(tx, orderFields(wish, held), contents.lines.map(orderLine));
  const attempt = (await store.attemptsOf(tx, order.id)) + 1;
  await store.insertPayment(tx, {
    orderId: order.id,
    idempotencyKey: `order-${order.id}-${attempt}-${randomUUID()}`,
    fingerprint,
    provider: context.outside.payments.account,
    paymentMethod: purchase.paymentMethod,
    saveCard: purchase.saveCard,
    amountCents: contents.totalCents,
    currency: 'aud',
    capture: held === null,
    state: 'started',
    createdAt: now,
    updatedAt: now,
  });
  await context.jobs.send(tx, 'settle-order', { orderId: order.id }, { at: new Date(now.getTime() + SETTLE_AFTER_MS) });
  context.log.info({ orderId: order.id, cartId, held }, 'order prepared');
  return order.id;
}

async function heldReason(context: Context, tx: Transaction, { purchase, contents, now }: Reservation) {
  const since = new Date(now.getTime() - HOUR_MS);
  const lastHour = await store.lastHourOf(tx, { memberId: purchase.memberId, since });
  const { APPROVAL_MAX_TOTAL, APPROVAL_ORDERS_PER_HOUR, APPROVAL_DECLINES } = context.settings;
  return heldFor(
    { totalCents: contents.totalCents, ordersLastHour: lastHour.orders, declinesLastHour: lastHour.declines },
    { maxTotalDollars: APPROVAL_MAX_TOTAL, ordersPerHour: APPROVAL_ORDERS_PER_HOUR, declines: APPROVAL_DECLINES },
  );
}

function orderFields({ purchase, contents, cartId, now }: Reservation, held: string | null) {
  return {
    cartId,
    memberId: purchase.memberId,
    status: 'pending',
    customerName: contents.customerName,
    campaignId: contents.campaignId,
    subtotalCents: contents.subtotalCents,
    shippingCents: contents.shippingCents,
    totalCents: contents.totalCents,
    shippingAddress: contents.shippingAddress satisfies CartAddress,
    billingAddress: contents.billingAddress,
    heldFor: held,
    createdAt: now,
  };
}

function orderLine(line: Contents['lines'][number]): store.NewLine {
  return {
    productId: line.productId,
    variantId: line.variantId,
    cartLineId: line.lineId,
    sellerId: line.sellerId,
    sku: line.sku,
    name: line.name,
    priceCents: line.priceCents,
    qty: line.qty,
    totalCents: line.priceCents * line.qty,
    options: line.options.map((option) => ({ label: option.super_attribute_label, value: option.option_title })),
    detailsId: line.details?.id ?? null,
    isGiftcard: line.isGiftcard,
  };
}
