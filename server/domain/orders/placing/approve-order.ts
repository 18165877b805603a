import type { Context } from '#server/context.ts';
import { closeCart } from '#server/domain/cart/contents/close-cart.ts';
import { lockCart } from '#server/domain/cart/queries.ts';
import { moveDetails, reinstatePaidDetails } from '#server/domain/gift-cards/details/cart-details.ts';
import { issueCards } from '#server/domain/gift-cards/issue/issue-cards.ts';
import {
  canCaptureHolds,
  captureHoldsOfOrder,
  extendHoldsOfOrder,
} from '#server/domain/gift-cards/ledger/order-holds.ts';
import { lockCardLinesOfOrder } from '#server/domain/gift-cards/queries.ts';
import { postSale } from '#server/domain/seller-ledger/post-order.ts';
import type { PaymentOutcome } from '#server/integrations/payments/port.ts';
import { awaitAll, sendWithCommit, type Transaction } from '#server/platform/database/handle.ts';
import type { HeldFor } from '#server/platform/database/schema/states/order.ts';
import { type AppError, appError, type Result } from '#server/platform/kernel/errors.ts';
import { sumCents } from '#server/platform/kernel/split-cents.ts';
import { queueHeldMessages, queueReceipt } from '../messages/order-messages.ts';
import { queueSellerOrders } from '../messages/seller-orders.ts';
import { freezeOrThawCards } from '../refunds/freeze-cards.ts';
import { postReturnedMoney } from '../refunds/post-returned-money.ts';
import { queueOrphanRefund } from '../refunds/refund-orphan-payment.ts';
import { hasClaimsOn } from '../stores/disputes-store.ts';
import { listOrderLines, type OrderLineRow } from '../stores/order-lines-store.ts';
import { findOrderSale } from '../stores/order-sellers-store.ts';
import { lockOrder, moveOrder, nextNumber, type OrderRow, type PlacedOrder } from '../stores/orders-store.ts';
import { lockPayment, movePayment, type PaymentRow } from '../stores/payments-store.ts';
import {
  type Blocked,
  declineError,
  endUncovered,
  endUnpaid,
  type LockedPaymentAttempt,
} from './end-failed-payment.ts';
import { loadSoldGoods } from './sold-goods.ts';

export const REVIEW_MS = 8 * 24 * 60 * 60_000;

/**
 * `outcome` is null if the attempt never reached the provider. `isSecurityCodeRight`: true if the bank confirmed the
 * security code.
 */
export type PaymentResult = {
  outcome: PaymentOutcome | Blocked | null;
  heldFor: HeldFor | null;
  isSecurityCodeRight: boolean;
};

type Recording = PaymentResult & { payment: PaymentRow; abandon: boolean; isClientConnected: () => boolean };

type Recorded = { settled: Result<PlacedOrder | null>; hasEnded?: true };

/**
 * Records the payment outcome once, and places a paid order as approved or held. Returns 'ask again' if another caller
 * has created the payment at the provider.
 */
export async function recordPaymentOutcome(
  context: Context,
  recording: Recording,
): Promise<Result<PlacedOrder | null> | 'ask again'> {
  const { outcome } = recording;
  const recorded = await context.database.transaction((tx) => recordOutcomeOnce(context, tx, recording));
  if (recorded === 'ask again') return recorded;
  // If the process crashes here, the authorisation expires automatically.
  if (recorded.hasEnded && outcome?.state === 'authorised')
    await context.integrations.payments.cancel(outcome.paymentId);
  return recorded.settled;
}

async function recordOutcomeOnce(
  context: Context,
  tx: Transaction,
  recording: Recording,
): Promise<Recorded | 'ask again'> {
  const { payment, outcome, abandon } = recording;
  const [order, present, lines] = await awaitAll([
    lockOrder(tx, payment.orderId),
    lockPayment(tx, payment.id),
    listOrderLines(tx, payment.orderId),
  ]);
  if (!order || !present) throw new Error(`Order ${payment.orderId} or its payment does not exist.`);
  if (present.state === 'declined' || present.state === 'voided') {
    if (outcome?.state === 'captured') await queueOrphanRefund(context, tx, { payment: present, outcome });
    // A later attempt may have placed the order. Otherwise, returns the stored error of the decline.
    return { settled: order.number !== null ? order : abandon ? null : declineError(present), hasEnded: true };
  }
  if (order.number !== null) return { settled: order };
  // This outcome is stale: another caller created the payment at the provider and may have charged it.
  const paymentId = outcome?.paymentId ?? payment.providerPaymentId;
  if (present.providerPaymentId !== null && present.providerPaymentId !== paymentId) return 'ask again';
  return { settled: await applyOutcome(context, tx, { ...recording, payment: present, order, lines }) };
}

async function applyOutcome(
  context: Context,
  tx: Transaction,
  { outcome, heldFor, isSecurityCodeRight, abandon, isClientConnected, ...attempt }: Recording & LockedPaymentAttempt,
): Promise<Result<PlacedOrder | null>> {
  const now = context.clock.now();
  const { order, lines, payment } = attempt;
  if (outcome?.state === 'requires_action') return recordChallenge(tx, { payment, outcome, now });
  if (outcome?.state !== 'captured' && outcome?.state !== 'authorised')
    return endUnpaid(context, tx, { ...attempt, outcome, abandon, now });
  if (heldFor === null && outcome.state === 'captured' && !(await isCovered(tx, order)))
    return endUncovered(context, tx, { ...attempt, outcome, now });
  // The order stays held even if the payment was captured in the provider's dashboard.
  const [, placed] = await awaitAll([
    movePayment(tx, {
      id: payment.id,
      to: heldFor === null ? outcome.state : 'authorised',
      set: { providerPaymentId: outcome.paymentId, hasSecurityCode: isSecurityCodeRight, updatedAt: now },
    }),
    approveOrHold(context, tx, { order, lines, heldFor, isClientConnected }),
  ]);
  return placed;
}

type Challenge = { payment: PaymentRow; outcome: Extract<PaymentOutcome, { state: 'requires_action' }>; now: Date };

async function recordChallenge(tx: Transaction, { payment, outcome, now }: Challenge): Promise<AppError> {
  const { paymentId: providerPaymentId, clientSecret } = outcome;
  const set = { providerPaymentId, clientSecret, updatedAt: now };
  await movePayment(tx, { id: payment.id, to: 'requires_action', set });
  return appError('authentication_required', [clientSecret]);
}

/** Locks the cart before the cards, in the same order as a reservation does. */
async function isCovered(tx: Transaction, order: OrderRow): Promise<boolean> {
  if (order.giftCardTenderCents === 0) return true;
  const [, canCapture] = await awaitAll([lockCart(tx, order.cartId), canCaptureHolds(tx, order.id)]);
  return canCapture;
}

type Placing = {
  order: OrderRow;
  lines: readonly OrderLineRow[];
  heldFor: HeldFor | null;
  isClientConnected: () => boolean;
};

export async function approveOrHold(
  context: Context,
  tx: Transaction,
  { order, lines, heldFor, isClientConnected }: Placing,
): Promise<PlacedOrder> {
  const now = context.clock.now();
  const paidDetailsIds = lines.flatMap(({ detailsId }) => detailsId ?? []);
  const lineIds = lines.flatMap(({ cartLineId }) => cartLineId ?? []);
  const acknowledgedAt = isClientConnected() ? now : null;
  const decided = { orderId: order.id, now, set: { number: nextNumber, placedAt: now, heldFor, acknowledgedAt } };
  // Runs in this order: the cart is locked first, and paid details exist before cards are issued.
  await awaitAll([
    closeOrderCart(tx, { order, lineIds, now }),
    reinstatePaidDetails(tx, { ids: paidDetailsIds, now }),
    heldFor === null ? approveOrder(context, tx, decided) : holdForReview(context, tx, decided),
  ]);
  return { id: order.id, acknowledgedAt };
}

/** Moves unpaid lines and their details to the customer's next cart. */
async function closeOrderCart(
  tx: Transaction,
  { order: { cartId, customerId }, lineIds, now }: { order: OrderRow; lineIds: number[]; now: Date },
): Promise<void> {
  const moved = await closeCart(tx, { cartId, customerId, lineIds, now });
  if (moved) await moveDetails(tx, { from: cartId, to: moved.cartId, lineIds: moved.lineIds });
}

type PlacedFields = { number: number; placedAt: Date; heldFor: HeldFor | null; acknowledgedAt: Date | null };
type Decided = { orderId: number; now: Date; set?: PlacedFields };

/** Approves a locked order: captures holds, issues cards, queues receipt and seller messages. */
export async function approveOrder(context: Context, tx: Transaction, { orderId, now, set }: Decided): Promise<void> {
  const [order, cardLines, hasClaims, sale] = await awaitAll([
    moveOrder(tx, { id: orderId, to: 'approved', set: { ...set, approvedAt: now } }),
    lockCardLinesOfOrder(tx, orderId),
    hasClaimsOn(tx, orderId),
    findOrderSale(tx, orderId),
  ]);
  if (order.giftCardTenderCents > 0)
    await captureHoldsOfOrder(context, tx, { orderId, soldBySeller: await loadSoldGoods(tx, orderId), now });
  await issueCards(context, tx, { lines: cardLines, now });
  if (!sale && order.cardDueCents > 0) throw new Error(`Order ${orderId} is approved without a payment.`);
  if (sale) sendWithCommit(tx, postSale(tx, { ...sale, orderId, now }));
  // A dispute, a warning (early fraud warning or review) or a refund may have been recorded before the approval.
  if (hasClaims) {
    await freezeOrThawCards(tx, orderId);
    await postReturnedMoney(tx, { orderId, now });
  }
  await queueReceipt(context, tx, { orderId, now });
  const cardsCents = sumCents(cardLines.map(({ line }) => line.totalCents));
  if (order.subtotalCents > cardsCents) await queueSellerOrders(context, tx, { orderId, now });
}

async function holdForReview(
  context: Context,
  tx: Transaction,
  { orderId, now, set }: Required<Decided>,
): Promise<void> {
  await moveOrder(tx, { id: orderId, to: 'held', set });
  await extendHoldsOfOrder(tx, { orderId, until: new Date(now.getTime() + REVIEW_MS) });
  await queueHeldMessages(context, tx, { orderId, now });
}
