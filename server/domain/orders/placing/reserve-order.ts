import { randomUUID } from 'node:crypto';
import { CHECKOUT_SECONDS } from '#contract/rules/limits.ts';
import type { CartAddress } from '#contract/shapes/customer.ts';
import type { Context } from '#server/context.ts';
import { reserveStock } from '#server/domain/catalogue/stock/stock.ts';
import { deviceName } from '#server/domain/customers/devices/device.ts';
import { holdForOrder } from '#server/domain/gift-cards/ledger/order-holds.ts';
import { type Transaction, together } from '#server/platform/database/handle.ts';
import type { HeldFor } from '#server/platform/database/schema/states/order.ts';
import { appError, type Result } from '#server/platform/kernel/errors.ts';
import { paymentLimitError } from '../limits/payment-limits.ts';
import type { Paying } from '../payments/new-device.ts';
import type { CustomerActivity } from '../stores/customer-activity-store.ts';
import { deleteLines, insertLines, linesOf, type NewLine } from '../stores/order-lines-store.ts';
import { deleteSellers, insertSellers } from '../stores/order-sellers-store.ts';
import {
  insertOrder,
  moveOrder,
  type OrderFields,
  type OrderRow,
  orderById,
  type PlacedOrder,
} from '../stores/orders-store.ts';
import { type attemptsOfCart, insertPayment, type PaymentRow } from '../stores/payments-store.ts';
import { recordPlaced } from './approve-order.ts';
import { giftsOf, judgeGifts } from './hold-gifts.ts';
import type { Checkout, OnCart } from './load-checkout.ts';
import type { Attempt } from './settle-order.ts';

/** If this process dies before it has recorded the payment, the job takes over after this long. */
const RECONCILE_AFTER_MS = 60_000;
/** What gift cards pay is put aside for as long as the checkout counts down. */
export const HOLD_MS = CHECKOUT_SECONDS * 1_000;

export type Purchase = {
  customerId: number;
  /** A payment method's id, without brand and last four; null where gift cards are to pay everything. */
  paymentMethod: string | null;
  saveCard: boolean;
  /** The provider's token for the security code of a saved card. */
  securityCode: string | null;
  billingAddress: CartAddress | null;
  /** What the customer was shown for all lines; null for a client that does not say. */
  expectedCents: number | null;
  /** What the customer was shown as left for the payment card; null for a client that does not say. */
  expectedCardDueCents: number | null;
  /** Of the address the call came from, as the limits on calls know it. */
  sender: string;
};

/** What the shop knows of a cart and its customer when the customer pays. `newId`: for an order that is new. */
export type CheckoutFacts = {
  onCart: OnCart;
  order: OrderRow | null;
  attempts: Awaited<ReturnType<typeof attemptsOfCart>>;
  unacknowledged: OrderRow | null;
  activity: CustomerActivity;
  newId: number;
};

/**
 * `attempt`: what was written for an attempt that is new. `abandon`: the customer now pays another cart or with another
 * card, so the attempt still open is to be ended, not paid. `openCartId`: the cart that was looked at is not the open
 * one any more; null where there is none.
 */
export type Reserved =
  | { placed: PlacedOrder }
  | { placed: null; orderId: number; abandon: boolean; attempt?: Attempt }
  | { openCartId: number | null };

type Reservation = {
  purchase: Purchase;
  paying: Paying;
  checkout: Checkout;
  facts: CheckoutFacts;
  cartId: number;
  /** The order of a declined attempt of this cart, written over (one-order-per-cart.ts). */
  declined: OrderRow | null;
  fingerprint: string;
  now: Date;
  isClientConnected: () => boolean;
  isPerson: boolean;
};

/**
 * Reserves the stock and what gift cards pay, and writes the order, held or not, with its payment attempt. The customer
 * and the cart are locked.
 */
export async function reserveOrder(
  context: Context,
  tx: Transaction,
  reservation: Reservation,
): Promise<Result<Reserved>> {
  const { purchase, checkout, facts, cartId, declined, now, isClientConnected } = reservation;
  const { customerId, expectedCents, expectedCardDueCents: expectedDue } = purchase;
  const limited = paymentLimitError({ ...reservation, activity: facts.activity, settings: context.settings });
  if (limited) {
    context.log.warn({ customerId, reason: limited.code, retryAfter: limited.retryAfter }, 'order.limited');
    return limited;
  }
  if (expectedCents !== null && expectedCents !== checkout.subtotalCents) return appError('price_changed');
  if (expectedDue !== null && expectedDue !== checkout.cardDueCents) return appError('gift_card_changed');
  const heldFor = await judgeOrder(context, tx, reservation);
  const id = declined?.id ?? facts.newId;
  // One after the other to the database, and waited for together.
  const [isInStock, order, payment] = await together([
    reserveStock(tx, checkout.lines),
    writeOrder(tx, { id, reservation, heldFor }),
    checkout.cardDueCents === 0 ? null : startPayment(context, tx, { id, reservation, heldFor }),
  ]);
  if (!isInStock) return appError('qty_not_available');
  const expiresAt = new Date(now.getTime() + HOLD_MS);
  await holdForOrder(tx, { orderId: id, tenders: checkout.tenders, expiresAt, now });
  context.log.info({ orderId: id, cartId, heldFor }, 'order.prepared');
  if (payment) return { placed: null, orderId: id, abandon: false, attempt: { order, payment } };
  return {
    placed: await recordPlaced(context, tx, { order, lines: await linesOf(tx, id), heldFor, isClientConnected }),
  };
}

/** Why the order waits for an operator, by what is known before its payment; null when nothing holds it. */
async function judgeOrder(context: Context, tx: Transaction, reservation: Reservation): Promise<HeldFor | null> {
  const { settings } = context;
  const { checkout, facts } = reservation;
  const heldFor = heldBeforePayment(
    {
      totalCents: checkout.totalCents,
      isFirst: facts.activity.approved === 0,
      ordersLastHour: facts.activity.orders,
      declinesLastHour: facts.activity.declines,
    },
    {
      maxTotalDollars: settings.APPROVAL_MAX_TOTAL,
      firstOrderDollars: settings.APPROVAL_FIRST_ORDER_MAX,
      ordersPerHour: settings.APPROVAL_ORDERS_PER_HOUR,
      declines: settings.APPROVAL_DECLINES,
    },
  );
  const gifts = giftsOf(checkout.lines);
  // Orders that are held anyway need no exact sum: those after them count them.
  if (heldFor !== null || gifts.length === 0) return heldFor;
  return judgeGifts(context, tx, { ...reservation, gifts });
}

type ApprovalFacts = {
  totalCents: number;
  /** No order of this customer was approved before. */
  isFirst: boolean;
  ordersLastHour: number;
  declinesLastHour: number;
};
type ApprovalLimits = {
  maxTotalDollars: number;
  firstOrderDollars: number;
  ordersPerHour: number;
  declines: number;
};

/** THE approval rule: null approves at once; a held order is authorised, not captured. */
export function heldBeforePayment(facts: ApprovalFacts, limits: ApprovalLimits): HeldFor | null {
  if (facts.totalCents > limits.maxTotalDollars * 100) return 'value';
  if (facts.isFirst && facts.totalCents > limits.firstOrderDollars * 100) return 'first order';
  if (facts.ordersLastHour >= limits.ordersPerHour) return 'velocity';
  if (facts.declinesLastHour >= limits.declines) return 'declines';
  return null;
}

/** `id`: of the declined order, or a new one. */
type Writing = { id: number; reservation: Reservation; heldFor: HeldFor | null };

/** Writes the order with its lines and what each seller sold; a new one sends all of it when it is called. */
async function writeOrder(tx: Transaction, writing: Writing): Promise<OrderRow> {
  const { id } = writing;
  const { checkout, declined } = writing.reservation;
  const fields = orderFields(writing);
  if (declined) {
    await moveOrder(tx, { id, to: 'pending', set: fields });
    await deleteLines(tx, id);
    await deleteSellers(tx, id);
  }
  const [written] = await together([
    declined ? orderById(tx, id) : insertOrder(tx, { ...fields, id }),
    insertLines(tx, id, checkout.lines.map(orderLine)),
    insertSellers(tx, id, checkout.sellers),
  ]);
  if (!written) throw new Error(`Order ${id} does not exist.`);
  return written;
}

function orderFields({ reservation: { purchase, checkout, cartId, now }, heldFor }: Writing): OrderFields {
  const { customerName, campaignId, shippingAddress, billingAddress } = checkout;
  const { subtotalCents, shippingCents, totalCents, gstCents, shippingGstCents, cardDueCents } = checkout;
  return {
    cartId,
    customerId: purchase.customerId,
    customerName,
    campaignId,
    subtotalCents,
    shippingCents,
    totalCents,
    gstCents,
    shippingGstCents,
    giftCardTenderCents: totalCents - cardDueCents,
    cardDueCents,
    shippingAddress,
    billingAddress,
    heldFor,
    createdAt: now,
  };
}

function orderLine(line: Checkout['lines'][number]): NewLine {
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
    gstCents: line.gstCents,
    gstFree: line.isGstFree,
    options: line.options.map((option) => ({ label: option.super_attribute_label, value: option.option_title })),
    detailsId: line.details?.id ?? null,
    isGiftcard: line.isGiftcard,
    cardValidityMonths: line.isGiftcard ? line.cardValidityMonths : null,
  };
}

/** Writes the payment of what gift cards leave, and the job that sees it through should this process die. */
async function startPayment(
  context: Context,
  tx: Transaction,
  { id, reservation, heldFor }: Writing,
): Promise<PaymentRow> {
  const { purchase, paying, checkout, facts, fingerprint, now } = reservation;
  const { settings } = context;
  const { savedCard, device } = paying;
  // What the bank says of the card, and what else it has paid for, is known after it has authorised the payment: then it
  // is captured, or held.
  const isJudgedLater =
    settings.APPROVAL_MISMATCH !== 'off' ||
    (settings.APPROVAL_GIFTS_PER_CARD > 0 && giftsOf(checkout.lines).length > 0);
  const attempt = facts.attempts.count + 1;
  const at = new Date(now.getTime() + RECONCILE_AFTER_MS);
  const [payment] = await together([
    insertPayment(tx, {
      orderId: id,
      idempotencyKey: `order-${id}-${attempt}-${randomUUID()}`,
      fingerprint,
      provider: context.integrations.payments.account,
      paymentMethod: purchase.paymentMethod ?? '',
      saveCard: purchase.saveCard,
      sender: purchase.sender,
      amountCents: checkout.cardDueCents,
      currency: 'AUD',
      typedIn: device.isNew && savedCard === null ? deviceName(device) : null,
      securityCode: purchase.securityCode !== null,
      capture: heldFor === null && !isJudgedLater,
      createdAt: now,
      updatedAt: now,
    }),
    context.jobs.send(tx, 'reconcile-order', { orderId: id }, { at }),
  ]);
  return payment;
}
