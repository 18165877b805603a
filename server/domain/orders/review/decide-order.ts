import type { RefusalReason } from '#contract/rules/refusal-reasons.ts';
import type { Context } from '#server/context.ts';
import { releaseStock } from '#server/domain/catalogue/stock/stock.ts';
import { issueCards } from '#server/domain/gift-cards/issue-cards.ts';
import {
  captureHoldsOfOrder,
  extendHoldsOfOrder,
  releaseHoldsOfOrder,
} from '#server/domain/gift-cards/ledger/order-holds.ts';
import { cardLinesOf } from '#server/domain/gift-cards/queries.ts';
import { type Transaction, together } from '#server/platform/database/handle.ts';
import type { HeldFor } from '#server/platform/database/schema/states/order.ts';
import { sumCents } from '#server/platform/kernel/split-cents.ts';
import {
  queueApprovedMessage,
  queueHeldMessages,
  queueReceipt,
  queueRefusedMessage,
} from '../messages/order-messages.ts';
import { queueSellerOrders } from '../messages/seller-orders.ts';
import { freezeOrThawCards } from '../refunds/freeze-cards.ts';
import { hasClaimsOn } from '../stores/disputes-store.ts';
import { linesOf } from '../stores/order-lines-store.ts';
import { moveOrder } from '../stores/orders-store.ts';
import { soldGoodsOf } from './sold-goods.ts';

/** What gift cards pay of an order is put aside for so long while an operator decides. */
export const REVIEW_MS = 8 * 24 * 60 * 60_000;

/** `set`: what else becomes known of an order that is placed by this decision. */
type Placed = { number: number; placedAt: Date; heldFor: HeldFor | null; acknowledgedAt: Date | null };
type Decided = { orderId: number; now: Date; set?: Placed };

/**
 * An order is approved, at once or by an operator: what gift cards pay of it is spent, it gets its cards with their
 * delivery jobs, and its receipt; sellers hear of their goods. With the order locked.
 */
export async function approveOrder(context: Context, tx: Transaction, { orderId, now, set }: Decided): Promise<void> {
  const [order, lines, hasClaims] = await together([
    moveOrder(tx, { id: orderId, to: 'approved', set: { ...set, approvedAt: now } }),
    cardLinesOf(tx, orderId),
    hasClaimsOn(tx, orderId),
  ]);
  if (order.giftCardTenderCents > 0)
    await captureHoldsOfOrder(context, tx, { orderId, soldBySeller: await soldGoodsOf(tx, orderId), now });
  await issueCards(context, tx, { lines, now });
  // The provider may have warned of the payment before there were cards.
  if (hasClaims) await freezeOrThawCards(tx, orderId);
  await queueReceipt(context, tx, { orderId, now });
  const cardsCents = sumCents(lines.map(({ line }) => line.totalCents));
  // Every price is above zero, so the rest of the subtotal is goods.
  if (order.subtotalCents > cardsCents) await queueSellerOrders(context, tx, { orderId, now });
}

/**
 * An operator approves an order that was held: its customer, who read that it is being checked, gets a message. With
 * the order locked.
 */
export async function approveCheckedOrder(
  context: Context,
  tx: Transaction,
  { orderId, now }: { orderId: number; now: Date },
): Promise<void> {
  await approveOrder(context, tx, { orderId, now });
  await queueApprovedMessage(context, tx, { orderId, now });
}

/** An order is placed and waits for an operator, who gets a message. With the order locked. */
export async function holdOrder(context: Context, tx: Transaction, { orderId, now, set }: Decided): Promise<void> {
  await moveOrder(tx, { id: orderId, to: 'held', ...(set ? { set } : {}) });
  await extendHoldsOfOrder(tx, { orderId, until: new Date(now.getTime() + REVIEW_MS) });
  await queueHeldMessages(context, tx, { orderId, now });
}

/** A held order is refused: its stock and what gift cards put aside are released, and its customer gets a message. With the order locked. */
export async function refuseOrder(
  context: Context,
  tx: Transaction,
  { orderId, reason, now }: { orderId: number; reason: RefusalReason; now: Date },
): Promise<void> {
  await moveOrder(tx, { id: orderId, to: 'refused', set: { refusalReason: reason } });
  await releaseHoldsOfOrder(tx, { orderId, now });
  await releaseStock(tx, await linesOf(tx, orderId));
  await queueRefusedMessage(context, tx, { orderId, now });
}
