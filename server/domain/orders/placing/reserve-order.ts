import { createHash, randomUUID } from 'node:crypto';
import { CHECKOUT_SECONDS } from '#contract/rules/limits.ts';
import type { Context } from '#server/context.ts';
import { reserveStock } from '#server/domain/catalogue/stock/stock.ts';
import { deviceName } from '#server/domain/customers/devices/device.ts';
import { holdCardsForOrder } from '#server/domain/gift-cards/ledger/order-holds.ts';
import { awaitAll, type Transaction } from '#server/platform/database/handle.ts';
import type { HeldFor } from '#server/platform/database/schema/states/order.ts';
import { type AppError, appError, type Result } from '#server/platform/kernel/errors.ts';
import type { Settings } from '#server/settings.ts';
import { paymentLimitError } from '../limits/payment-limits.ts';
import { deleteLines, insertLines, listOrderLines, type NewLine } from '../stores/order-lines-store.ts';
import { deleteSellers, insertSellers } from '../stores/order-sellers-store.ts';
import {
  findLatestUnacknowledged,
  findOrderById,
  insertOrder,
  moveOrder,
  type OrderFields,
  type OrderRow,
} from '../stores/orders-store.ts';
import { insertPayment, type PaymentRow } from '../stores/payments-store.ts';
import { approveOrHold } from './approve-order.ts';
import type { Checkout, CheckoutFacts, NextStep } from './check-out-cart.ts';
import { detectDuplicateOrder, repeatWindowStart } from './detect-duplicate-order.ts';
import { type Gift, judgeGifts } from './judge-gifts.ts';
import type { Placement, Purchase } from './place-order.ts';

/** Delay after which the reconcile job takes over if this process dies. */
const RECONCILE_AFTER_MS = 60_000;
export const CARD_HOLD_MS = CHECKOUT_SECONDS * 1_000;

type Reservation = Placement & { cartId: number; checkout: Checkout; facts: CheckoutFacts; now: Date };

/** Reserves stock and gift cards, and writes the order and its payment attempt. Lock customer and cart first. */
export async function reserveOrder(
  context: Context,
  tx: Transaction,
  reservation: Reservation,
): Promise<Result<NextStep>> {
  const { purchase, checkout, facts, cartId, now } = reservation;
  const { order, contents, attempts } = facts;
  const fingerprint = fingerprintPurchase(checkout, purchase);
  const decision = decideOrderOfCart({ order, livePayment: attempts.livePayment, fingerprint });
  if (decision.action !== 'write')
    return { next: 'pay', pending: { orderId: decision.order.id, abandon: decision.action === 'abandon' } };
  // Locking the gift cards may have waited for a concurrent call that placed the same order, so look for that order
  // again.
  const mayHaveWaited = contents.cards.length > 0;
  const unacknowledged = mayHaveWaited
    ? await findLatestUnacknowledged(tx, { customerId: purchase.customerId, since: repeatWindowStart(now) })
    : facts.unacknowledged;
  const repeated = unacknowledged && (await detectDuplicateOrder(tx, { cartId, checkout, unacknowledged, now }));
  if (repeated) return { next: 'return', placed: repeated };
  const refusal = refusalError(context, reservation);
  if (refusal) return refusal;
  const gifts = listGifts(checkout.lines);
  const heldFor = await judgeOrder(context, tx, { ...reservation, gifts });
  const { reused } = decision;
  const id = reused?.id ?? facts.newId;
  return writeReservation(context, tx, { ...reservation, id, reused, fingerprint, gifts, heldFor });
}

type CartPayment<Order> = {
  order: Order | null;
  livePayment: { fingerprint: string } | null;
  fingerprint: string;
};

/**
 * `continue`: an attempt for this purchase is open. `abandon`: an attempt for another purchase must end first. `write`:
 * no attempt is open.
 */
export type CartDecision<Order> =
  | { action: 'continue' | 'abandon'; order: Order }
  | { action: 'write'; reused: Order | null };

/** Decides what a payment does to the cart's order, so that a cart creates only one order, however often it is paid. */
export function decideOrderOfCart<Order>(payment: CartPayment<Order>): CartDecision<Order> {
  const { order, livePayment, fingerprint } = payment;
  if (order === null || livePayment === null) return { action: 'write', reused: order };
  return { action: livePayment.fingerprint === fingerprint ? 'continue' : 'abandon', order };
}

function fingerprintPurchase(checkout: Checkout, purchase: Purchase): string {
  const lines = checkout.lines.map((line) => [
    line.lineId,
    line.variantId,
    line.qty,
    line.priceCents,
    line.details?.id ?? 0,
  ]);
  const { totalCents, tenders, shippingAddress, billingAddress } = checkout;
  const { paymentMethod, saveCard, securityCodeToken } = purchase;
  const withCode = securityCodeToken === null ? [] : ['with its security code'];
  const agreed = [lines, totalCents, tenders, shippingAddress, billingAddress, paymentMethod, saveCard, ...withCode];
  return createHash('sha256').update(JSON.stringify(agreed)).digest('hex');
}

function refusalError({ log, settings }: Context, reservation: Reservation): AppError | null {
  const { purchase, checkout, facts } = reservation;
  const { customerId, expectedCents, expectedCardDueCents } = purchase;
  const limited = paymentLimitError({ ...reservation, activity: facts.activity, settings });
  if (limited) {
    log.warn({ customerId, reason: limited.code, retryAfter: limited.retryAfter }, 'order.limited');
    return limited;
  }
  if (expectedCents !== null && expectedCents !== checkout.subtotalCents) return appError('price_changed');
  const isDueChanged = expectedCardDueCents !== null && expectedCardDueCents !== checkout.cardDueCents;
  return isDueChanged ? appError('gift_card_changed') : null;
}

type ApprovalFacts = {
  totalCents: number;
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

export function holdReasonBeforePayment(facts: ApprovalFacts, limits: ApprovalLimits): HeldFor | null {
  if (facts.totalCents > limits.maxTotalDollars * 100) return 'value';
  if (facts.isFirst && facts.totalCents > limits.firstOrderDollars * 100) return 'first order';
  if (facts.ordersLastHour >= limits.ordersPerHour) return 'velocity';
  if (facts.declinesLastHour >= limits.declines) return 'declines';
  return null;
}

async function judgeOrder(
  context: Context,
  tx: Transaction,
  reservation: Reservation & { gifts: readonly Gift[] },
): Promise<HeldFor | null> {
  const { settings } = context;
  const { checkout, facts, gifts } = reservation;
  const heldFor = holdReasonBeforePayment(
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
  // A held order skips the gift limits; later orders count its gift cards anyway.
  return heldFor !== null || gifts.length === 0 ? heldFor : judgeGifts(context, tx, reservation);
}

type Line = { isGiftcard: boolean; details: { recipientMobile: string } | null; priceCents: number; qty: number };

function listGifts(lines: readonly Line[]): Gift[] {
  return lines.flatMap(({ isGiftcard, details, priceCents, qty }) =>
    isGiftcard ? [{ mobile: details?.recipientMobile ?? '', cents: priceCents * qty }] : [],
  );
}

type OrderDraft = Reservation & {
  id: number;
  reused: OrderRow | null;
  fingerprint: string;
  gifts: readonly Gift[];
  heldFor: HeldFor | null;
};

async function writeReservation(context: Context, tx: Transaction, draft: OrderDraft): Promise<Result<NextStep>> {
  const { id, cartId, checkout, heldFor, gifts, isClientConnected, now } = draft;
  const [isInStock, order, payment] = await awaitAll([
    reserveStock(tx, checkout.lines),
    writeOrder(tx, draft),
    checkout.cardDueCents === 0 ? null : insertPaymentAttempt(context, tx, draft),
  ]);
  if (!isInStock) return appError('qty_not_available');
  const expiresAt = new Date(now.getTime() + CARD_HOLD_MS);
  await holdCardsForOrder(tx, { orderId: id, tenders: checkout.tenders, expiresAt, now });
  context.log.info({ orderId: id, cartId, heldFor }, 'order.prepared');
  if (payment) {
    const attempt = { order, payment, mayHaveGiftCards: gifts.length > 0 };
    return { next: 'pay', pending: { orderId: id, attempt } };
  }
  const placed = await approveOrHold(context, tx, {
    order,
    lines: await listOrderLines(tx, id),
    heldFor,
    isClientConnected,
  });
  return { next: 'return', placed };
}

async function writeOrder(tx: Transaction, draft: OrderDraft): Promise<OrderRow> {
  const { id, checkout, reused } = draft;
  const fields = buildOrderFields(draft);
  if (reused) {
    await moveOrder(tx, { id, to: 'pending', set: fields });
    await deleteLines(tx, id);
    await deleteSellers(tx, id);
  }
  const [written] = await awaitAll([
    reused ? findOrderById(tx, id) : insertOrder(tx, { ...fields, id }),
    insertLines(tx, id, checkout.lines.map(toOrderLine)),
    insertSellers(tx, id, checkout.sellers),
  ]);
  if (!written) throw new Error(`Order ${id} does not exist.`);
  return written;
}

function buildOrderFields({ purchase, checkout, cartId, now, heldFor }: OrderDraft): OrderFields {
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

function toOrderLine(line: Checkout['lines'][number]): NewLine {
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

type LaterRules = Pick<Settings, 'APPROVAL_MISMATCH' | 'APPROVAL_GIFTS_PER_CARD'>;

/** Returns true if the payment must be authorised first and captured separately. */
function needsSeparateCapture(settings: LaterRules, gifts: readonly Gift[]): boolean {
  return settings.APPROVAL_MISMATCH !== 'off' || (settings.APPROVAL_GIFTS_PER_CARD > 0 && gifts.length > 0);
}

/** Writes the payment attempt and queues the job that completes it if this process crashes. */
async function insertPaymentAttempt(context: Context, tx: Transaction, draft: OrderDraft): Promise<PaymentRow> {
  const { id, purchase, payingSession, checkout, facts, fingerprint, gifts, heldFor, now } = draft;
  const { savedCard, device } = payingSession;
  const isCapturedSeparately = needsSeparateCapture(context.settings, gifts);
  const attempt = facts.attempts.count + 1;
  const reconcileAt = new Date(now.getTime() + RECONCILE_AFTER_MS);
  const [payment] = await awaitAll([
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
      hasSecurityCode: purchase.securityCodeToken !== null,
      capture: heldFor === null && !isCapturedSeparately,
      createdAt: now,
      updatedAt: now,
    }),
    context.jobs.send(tx, 'reconcile-order', { orderId: id }, { startAfter: reconcileAt }),
  ]);
  return payment;
}
