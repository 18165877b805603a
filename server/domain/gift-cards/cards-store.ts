import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { readOrderId } from '#contract/rules/order-number.ts';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { isIn } from '#server/platform/database/rows.ts';
import {
  customers,
  giftCardDetails,
  giftCards,
  isCorrected,
  isVoid,
  messagePictures,
  orderLines,
  orders,
  ownershipStart,
  products,
  sellers,
  templates,
} from '#server/platform/database/schema/schema.ts';
import { type DeliveryState, deliveryStates } from '#server/platform/database/schema/states/delivery.ts';
import { defineTransition } from '#server/platform/database/transition.ts';

type OrderKey = NonNullable<ReturnType<typeof readOrderId>>;
export type CardRow = typeof giftCards.$inferSelect;
export type CardFields = Partial<Omit<typeof giftCards.$inferInsert, 'id' | 'deliveryState'>>;
export type NewCard = typeof giftCards.$inferInsert & Pick<CardRow, 'id' | 'deliveryAttempt'>;

export async function insertCards(tx: Transaction, cards: readonly NewCard[]): Promise<void> {
  await tx
    .insert(giftCards)
    .overridingSystemValue()
    .values([...cards])
    .execute();
}

/** A void card keeps its delivery state in case its value is restored. */
export type CardWithValue = CardRow & { isVoid: boolean };

const cardWithValue = { ...getTableColumns(giftCards), isVoid };

/**
 * True once a message of the card was claimed, because the carrier may already have its recipient and text. Use only
 * where gift_cards has no alias.
 */
export const hasBegun: SQL<boolean> = sql`exists (select 1 from messages m
  where m.gift_card_id = gift_cards.id and m.attempts > 0)`.mapWith(z.boolean().parse);

export async function lockCard(tx: Transaction, id: number): Promise<CardWithValue | null> {
  return (await lockCards(tx, [id], { wait: true }))[0] ?? null;
}

/**
 * Locks the cards in id order. Without `wait`, skips cards that are locked. Reads the cards in a second statement, to
 * see changes committed while it waited.
 */
export async function lockCards(
  tx: Transaction,
  ids: readonly number[],
  { wait }: { wait: boolean },
): Promise<CardWithValue[]> {
  if (ids.length === 0) return [];
  const { id } = giftCards;
  const condition = isIn(id, new Set(ids));
  const found = tx.select({ id }).from(giftCards).where(condition).orderBy(id);
  const locked = await (wait ? found.for('update') : found.for('update', { skipLocked: true }));
  return readCards(
    tx,
    locked.map((card) => card.id),
  );
}

/** Lock the cards first. */
export async function readCards(tx: Transaction, ids: readonly number[]): Promise<CardWithValue[]> {
  if (ids.length === 0) return [];
  return tx.select(cardWithValue).from(giftCards).where(isIn(giftCards.id, ids)).orderBy(giftCards.id);
}

const transitionDelivery = defineTransition(giftCards, giftCards.deliveryState, deliveryStates);

type DeliveryMove = { to: DeliveryState; from?: readonly DeliveryState[]; set?: CardFields };

export async function moveDelivery(handle: Handle, giftCardId: number, move: DeliveryMove): Promise<void> {
  await moveDeliveries(handle, [giftCardId], move);
}

export async function moveDeliveries(handle: Handle, ids: readonly number[], move: DeliveryMove): Promise<void> {
  await transitionDelivery(handle, { where: isIn(giftCards.id, ids), ...move });
}

export async function updateCard(handle: Handle, id: number, fields: CardFields): Promise<void> {
  await handle.update(giftCards).set(fields).where(eq(giftCards.id, id));
}

type Recipient = { recipientMobile: string; timezone: string | null };

export async function findRecipient(tx: Transaction, card: Pick<CardRow, 'id' | 'detailsId'>): Promise<Recipient> {
  const recipient = (await listRecipients(tx, [card])).get(card.detailsId);
  if (!recipient) throw new Error(`Card ${card.id} has no details.`);
  return recipient;
}

export async function listRecipients(
  tx: Transaction,
  cards: readonly Pick<CardRow, 'detailsId'>[],
): Promise<Map<number, Recipient>> {
  const { id, recipientMobile, timezone } = giftCardDetails;
  const condition = isIn(
    id,
    cards.map(({ detailsId }) => detailsId),
  );
  const found = await tx.select({ id, recipientMobile, timezone }).from(giftCardDetails).where(condition);
  return new Map(found.map((recipient) => [recipient.id, recipient]));
}

/** Locks an order's cards before any of their accounts, as deliveries and card changes do. */
export async function lockCardsOfOrder(tx: Transaction, orderId: number): Promise<void> {
  await tx.execute(
    sql`select c.id from gift_cards c join order_lines l on l.id = c.order_line_id
      where l.order_id = ${orderId} order by c.id for update of c`,
  );
}

export type OrderedCard = { customerId: number; order: OrderKey; detailsId: number };

/** Returns null if the card is another customer's or predates this customer's ownership of the number. */
export async function findCardIdInOrder(
  handle: Handle,
  { customerId, order, detailsId }: OrderedCard,
): Promise<number | null> {
  const named = 'id' in order ? eq(orders.id, order.id) : eq(orders.number, order.number);
  const since = ownershipStart(customerId);
  const condition = and(
    eq(orders.customerId, customerId),
    sql`${orders.createdAt} >= ${since}`,
    sql`${giftCardDetails.createdAt} >= ${since}`,
  );
  const [card] = await handle
    .select({ id: giftCards.id })
    .from(giftCards)
    .innerJoin(orderLines, eq(orderLines.id, giftCards.orderLineId))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(giftCardDetails, eq(giftCardDetails.id, giftCards.detailsId))
    .where(and(named, condition, eq(giftCards.detailsId, detailsId)));
  return card?.id ?? null;
}

export async function findDeliveryFacts(handle: Handle, giftCardId: number) {
  return (await listDeliveryFacts(handle, [giftCardId]))[0] ?? null;
}

export async function listDeliveryFacts(handle: Handle, giftCardIds: readonly number[]) {
  return handle
    .select({
      card: giftCards,
      isVoid,
      isCorrected,
      details: giftCardDetails,
      customer: customers,
      orderNumber: orders.number,
      boughtBy: orders.customerName,
      productName: products.name,
      sellerName: sellers.name,
      sellerSender: sellers.senderId,
      template: templates,
      /** Null until the picture has been composed. */
      composedWords: messagePictures.words,
    })
    .from(giftCards)
    .innerJoin(giftCardDetails, eq(giftCardDetails.id, giftCards.detailsId))
    .innerJoin(orderLines, eq(orderLines.id, giftCards.orderLineId))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .innerJoin(products, eq(products.id, giftCards.productId))
    .innerJoin(sellers, eq(sellers.id, giftCards.sellerId))
    .leftJoin(templates, eq(templates.id, giftCardDetails.templateId))
    .leftJoin(messagePictures, eq(messagePictures.giftCardId, giftCards.id))
    .where(isIn(giftCards.id, giftCardIds));
}
export type DeliveryFacts = NonNullable<Awaited<ReturnType<typeof findDeliveryFacts>>>;

export async function findCardByLinkHash(handle: Handle, linkHash: string): Promise<CardWithValue | null> {
  return (await handle.select(cardWithValue).from(giftCards).where(eq(giftCards.linkHash, linkHash)))[0] ?? null;
}

/** Only the first opening sets the time. Returns false if no card has this link. */
export async function markOpened(handle: Handle, linkHash: string, now: Date): Promise<boolean> {
  const first = and(eq(giftCards.linkHash, linkHash), isNull(giftCards.openedAt));
  await handle.update(giftCards).set({ openedAt: now }).where(first);
  return (await findCardByLinkHash(handle, linkHash)) !== null;
}
