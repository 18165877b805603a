import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { readOrderId } from '#contract/rules/order-number.ts';
import type { Handle, Transaction } from '../database/handle.ts';
import {
  customers,
  giftCardDetails,
  giftCards,
  isVoid,
  messagePictures,
  orderLines,
  orders,
  ownSince,
  products,
  sellers,
  templates,
} from '../database/schema/schema.ts';
import { transitionOf } from '../database/transition.ts';
import { type DeliveryState, deliveryStates } from '../kernel/states/delivery.ts';

type OrderKey = NonNullable<ReturnType<typeof readOrderId>>;
export type CardRow = typeof giftCards.$inferSelect;
/** What may be updated of a card; its delivery state is set by moveDelivery alone. */
export type CardFields = Partial<Omit<typeof giftCards.$inferInsert, 'id' | 'deliveryState'>>;
export type NewCard = Omit<typeof giftCards.$inferInsert, 'id'>;

/**
 * Lines of an order that become cards, with what a card needs to know. Their details are locked: a reschedule at this
 * very moment comes either before (and is read here) or after (and finds the card to move).
 */
export async function cardLinesOf(tx: Handle, orderId: number) {
  return tx
    .select({
      line: orderLines,
      details: giftCardDetails,
      hasPin: products.cardHasPin,
    })
    .from(orderLines)
    .innerJoin(giftCardDetails, eq(giftCardDetails.id, orderLines.detailsId))
    .innerJoin(products, eq(products.id, orderLines.productId))
    .where(eq(orderLines.orderId, orderId))
    .orderBy(orderLines.id)
    .for('update', { of: giftCardDetails });
}

export async function insertCards(tx: Transaction, cards: readonly NewCard[]): Promise<CardRow[]> {
  return tx
    .insert(giftCards)
    .values([...cards])
    .returning();
}

/**
 * A card that is void has no value left and is not delivered; it keeps its delivery state for the day its value comes
 * back.
 */
export type CardWithValue = CardRow & { isVoid: boolean };

const cardWithValue = { ...getTableColumns(giftCards), isVoid };

/**
 * A message of the card has been claimed, with the recipient and words of that moment, so it may be with the carrier
 * already. For a statement that reads gift_cards under that name.
 */
export const hasBegun: SQL<boolean> = sql`exists (select 1 from messages m
  where m.gift_card_id = gift_cards.id and m.attempts > 0)`.mapWith(z.boolean().parse);

/** Read by a second statement, which sees what others did to its account while this one waited for the lock. */
export async function lockCard(tx: Transaction, id: number): Promise<CardWithValue | null> {
  const own = eq(giftCards.id, id);
  await tx.select({ id: giftCards.id }).from(giftCards).where(own).for('update');
  return (await tx.select(cardWithValue).from(giftCards).where(own))[0] ?? null;
}

const transitionDelivery = transitionOf(giftCards, giftCards.deliveryState, deliveryStates);

type DeliveryMove = { to: DeliveryState; from?: readonly DeliveryState[]; set?: CardFields };

/** Moves a card's delivery on; nothing happens from a state that may not become `to`. */
export async function moveDelivery(handle: Handle, giftCardId: number, move: DeliveryMove): Promise<void> {
  await transitionDelivery(handle, { where: eq(giftCards.id, giftCardId), ...move });
}

export async function updateCard(handle: Handle, id: number, fields: CardFields): Promise<void> {
  await handle.update(giftCards).set(fields).where(eq(giftCards.id, id));
}

/** Where a card goes, and in which zone it is night there. */
export async function recipientOf(tx: Transaction, card: Pick<CardRow, 'id' | 'detailsId'>) {
  const { recipientMobile, timezone } = giftCardDetails;
  const own = eq(giftCardDetails.id, card.detailsId);
  const [recipient] = await tx.select({ recipientMobile, timezone }).from(giftCardDetails).where(own);
  if (!recipient) throw new Error(`Card ${card.id} has lost its details.`);
  return recipient;
}

/** Locks an order's cards, before any of their accounts: whoever delivers or moves one holds its card first, too. */
export async function lockCardsOfOrder(tx: Transaction, orderId: number): Promise<void> {
  await tx.execute(
    sql`select c.id from gift_cards c join order_lines l on l.id = c.order_line_id
      where l.order_id = ${orderId} order by c.id for update of c`,
  );
}

export type OrderedCard = { customerId: number; order: OrderKey; detailsId: number };

/** The card issued for these details in this order of the customer; null for any other, or for somebody before them. */
export async function cardIdInOrder(
  handle: Handle,
  { customerId, order, detailsId }: OrderedCard,
): Promise<number | null> {
  const named = 'id' in order ? eq(orders.id, order.id) : eq(orders.number, order.number);
  const since = ownSince(customerId);
  const own = and(
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
    .where(and(named, own, eq(giftCards.detailsId, detailsId)));
  return card?.id ?? null;
}

/** Everything the two messages of a card are made from. */
export async function deliveryFacts(handle: Handle, giftCardId: number) {
  const [facts] = await handle
    .select({
      card: giftCards,
      isVoid,
      details: giftCardDetails,
      customer: customers,
      orderNumber: orders.number,
      /** The customer's whole name when they bought it. */
      boughtBy: orders.customerName,
      productName: products.name,
      sellerName: sellers.name,
      sellerSender: sellers.senderId,
      template: templates,
      /** What stands on the picture that was composed; null before. */
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
    .where(eq(giftCards.id, giftCardId));
  return facts ?? null;
}
export type DeliveryFacts = NonNullable<Awaited<ReturnType<typeof deliveryFacts>>>;

export async function cardByLinkHash(handle: Handle, linkHash: string): Promise<CardWithValue | null> {
  return (await handle.select(cardWithValue).from(giftCards).where(eq(giftCards.linkHash, linkHash)))[0] ?? null;
}

/** The first time counts; true for every link that opens a card. */
export async function markOpened(handle: Handle, linkHash: string, now: Date): Promise<boolean> {
  const first = and(eq(giftCards.linkHash, linkHash), isNull(giftCards.openedAt));
  await handle.update(giftCards).set({ openedAt: now }).where(first);
  return (await cardByLinkHash(handle, linkHash)) !== null;
}

/**
 * Keeps a picture that was composed for one delivery attempt of a card; returns its unguessable name; the first one
 * written stays. The card is locked, so that a job whose delivery attempt is over leaves nothing behind for the one
 * that has begun meanwhile: null then.
 */
export async function keepPicture(
  handle: Handle,
  { deliveryAttempt, ...picture }: Required<typeof messagePictures.$inferInsert> & { deliveryAttempt: number },
): Promise<string | null> {
  const { name, giftCardId, jpeg, createdAt, words } = picture;
  await handle.execute(
    sql`insert into message_pictures (name, gift_card_id, jpeg, created_at, words)
      select ${name}, g.id, ${jpeg}::bytea, ${createdAt.toISOString()}::timestamptz, ${JSON.stringify(words)}::jsonb
        from gift_cards g
        where g.id = ${giftCardId} and g.delivery_attempt = ${deliveryAttempt} for share
      on conflict (gift_card_id) do nothing`,
  );
  return pictureNameOf(handle, { id: giftCardId, deliveryAttempt });
}

/**
 * The picture of a card while `deliveryAttempt` is its present one; null before it is composed and for a delivery
 * attempt that is over.
 */
export async function pictureNameOf(
  handle: Handle,
  { id, deliveryAttempt }: Pick<CardRow, 'id' | 'deliveryAttempt'>,
): Promise<string | null> {
  const [row] = await handle
    .select({ name: messagePictures.name })
    .from(messagePictures)
    .innerJoin(giftCards, eq(giftCards.id, messagePictures.giftCardId))
    .where(and(eq(giftCards.id, id), eq(giftCards.deliveryAttempt, deliveryAttempt)));
  return row?.name ?? null;
}

/** Deletes the picture message with its address; the next send composes another. */
export async function deletePicture(handle: Handle, giftCardId: number): Promise<void> {
  await handle.delete(messagePictures).where(eq(messagePictures.giftCardId, giftCardId));
}

export async function pictureByName(handle: Handle, name: string): Promise<Uint8Array | null> {
  const [row] = await handle
    .select({ jpeg: messagePictures.jpeg })
    .from(messagePictures)
    .where(eq(messagePictures.name, name));
  return row?.jpeg ?? null;
}
