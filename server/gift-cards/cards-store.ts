import { and, eq, inArray, sql } from 'drizzle-orm';
import { cardExpiry } from '#contract/rules/card-expiry.ts';
import { type Handle, rows, type Transaction } from '../database/handle.ts';
import {
  giftCardDetails,
  giftCardEntries,
  giftCards,
  members,
  messagePictures,
  orderLines,
  orders,
  outgoingMessages,
  products,
  sellers,
  templates,
} from '../database/schema.ts';

export type CardRow = typeof giftCards.$inferSelect;
export type NewCard = Omit<typeof giftCards.$inferInsert, 'id'>;
export type MessageRow = typeof outgoingMessages.$inferSelect;

/**
 * Lines of an order that become cards, with what a card needs to know. Their details are locked: a reschedule at this very
 * moment comes either before (and is read here) or after (and finds the card to move).
 */
export async function cardLinesOf(tx: Handle, orderId: number) {
  return tx
    .select({
      line: orderLines,
      details: giftCardDetails,
      hasPin: products.cardHasPin,
      validityMonths: products.cardValidityMonths,
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

/** First entry of each card's ledger. */
export async function insertIssueEntries(tx: Transaction, cards: readonly CardRow[], now: Date): Promise<void> {
  await tx
    .insert(giftCardEntries)
    .values(
      cards.map((card) => ({ giftCardId: card.id, kind: 'issue', amountCents: card.valueCents, createdAt: now })),
    );
}

export async function balanceOf(handle: Handle, giftCardId: number): Promise<number> {
  const [found] = await rows<{ balance: number }>(
    handle,
    sql`select coalesce(sum(amount_cents), 0)::int as balance from gift_card_entries where gift_card_id = ${giftCardId}`,
  );
  return found?.balance ?? 0;
}

export async function lockCard(tx: Transaction, id: number): Promise<CardRow | null> {
  return (await tx.select().from(giftCards).where(eq(giftCards.id, id)).for('update'))[0] ?? null;
}

export async function updateCard(handle: Handle, id: number, fields: Partial<NewCard>): Promise<void> {
  await handle.update(giftCards).set(fields).where(eq(giftCards.id, id));
}

/** A new send time; the card's life counts from its delivery, so its end moves along. */
export async function moveCard(
  tx: Transaction,
  { card, sendAt }: { card: Pick<CardRow, 'id' | 'productId' | 'suppliedAt'>; sendAt: Date },
): Promise<void> {
  const [product] = await tx.select().from(products).where(eq(products.id, card.productId));
  if (!product) throw new Error(`Card ${card.id} has lost its product.`);
  const life = { suppliedAt: card.suppliedAt, deliveredAt: sendAt, months: product.cardValidityMonths };
  await updateCard(tx, card.id, { sendAt, expiresAt: cardExpiry(life) });
}

/** Cards whose minute has come and whose present round nobody has tried to deliver yet. */
export async function untriedDueCards(handle: Handle, dueAt: Date): Promise<number[]> {
  const found = await rows<{ id: number }>(
    handle,
    sql`select id from gift_cards where state = 'queued' and send_at <= ${dueAt.toISOString()}
      and not exists (select 1 from outgoing_messages m
        where m.gift_card_id = gift_cards.id and m.round = gift_cards.round and attempts > 0)
      order by send_at limit 500`,
  );
  return found.map((row) => row.id);
}

/** Gives up one round; a round that the buyer began meanwhile goes on. */
export async function failQueuedCard(
  tx: Transaction,
  wish: { giftCardId: number; round: number; failure: string },
): Promise<void> {
  const same = and(eq(giftCards.id, wish.giftCardId), eq(giftCards.round, wish.round), eq(giftCards.state, 'queued'));
  await tx.update(giftCards).set({ state: 'failed', failure: wish.failure, problem: 'carrier' }).where(same);
}

export async function roundOf(handle: Handle, giftCardId: number): Promise<number | null> {
  const found = await handle.select({ round: giftCards.round }).from(giftCards).where(eq(giftCards.id, giftCardId));
  return found[0]?.round ?? null;
}

/** Everything the two messages of a card are made from. */
export async function deliveryFacts(handle: Handle, giftCardId: number) {
  const [found] = await handle
    .select({
      card: giftCards,
      details: giftCardDetails,
      purchaser: members,
      productName: products.name,
      sellerName: sellers.name,
      sellerSender: sellers.senderId,
      template: templates,
    })
    .from(giftCards)
    .innerJoin(giftCardDetails, eq(giftCardDetails.id, giftCards.detailsId))
    .innerJoin(orderLines, eq(orderLines.id, giftCards.orderLineId))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(members, eq(members.id, orders.memberId))
    .innerJoin(products, eq(products.id, giftCards.productId))
    .innerJoin(sellers, eq(sellers.id, giftCards.sellerId))
    .leftJoin(templates, eq(templates.id, giftCardDetails.templateId))
    .where(eq(giftCards.id, giftCardId));
  return found ?? null;
}
export type DeliveryFacts = NonNullable<Awaited<ReturnType<typeof deliveryFacts>>>;

export async function cardByLinkHash(handle: Handle, linkHash: string): Promise<CardRow | null> {
  return (await handle.select().from(giftCards).where(eq(giftCards.linkHash, linkHash)))[0] ?? null;
}

/**
 * Keeps a picture that was composed for one round of a card; answers its unguessable name, the first one written stays. The card
 * is locked, so that a worker whose round is over leaves nothing behind for the round that has begun meanwhile: null then.
 */
export async function keepPicture(
  handle: Handle,
  { round, ...picture }: typeof messagePictures.$inferInsert & { round: number },
): Promise<string | null> {
  const { name, giftCardId, jpeg, createdAt } = picture;
  await rows(
    handle,
    sql`insert into message_pictures (name, gift_card_id, jpeg, created_at)
      select ${name}, g.id, ${jpeg}::bytea, ${createdAt.toISOString()}::timestamptz from gift_cards g
        where g.id = ${giftCardId} and g.round = ${round} for share
      on conflict (gift_card_id) do nothing`,
  );
  return pictureNameOf(handle, { id: giftCardId, round });
}

/** The picture of a card while `round` is its present round; null before it is composed and for a round that is over. */
export async function pictureNameOf(
  handle: Handle,
  { id, round }: Pick<CardRow, 'id' | 'round'>,
): Promise<string | null> {
  const [row] = await handle
    .select({ name: messagePictures.name })
    .from(messagePictures)
    .innerJoin(giftCards, eq(giftCards.id, messagePictures.giftCardId))
    .where(and(eq(giftCards.id, id), eq(giftCards.round, round)));
  return row?.name ?? null;
}

/** The picture message and its address are gone; the next send composes another. */
export async function forgetPicture(handle: Handle, giftCardId: number): Promise<void> {
  await handle.delete(messagePictures).where(eq(messagePictures.giftCardId, giftCardId));
}

export async function pictureByName(handle: Handle, name: string): Promise<Uint8Array | null> {
  const [row] = await handle
    .select({ jpeg: messagePictures.jpeg })
    .from(messagePictures)
    .where(eq(messagePictures.name, name));
  return row?.jpeg ?? null;
}

/** The messages of one round of a card. */
export async function messagesOf(handle: Handle, { id, round }: Pick<CardRow, 'id' | 'round'>): Promise<MessageRow[]> {
  return handle
    .select()
    .from(outgoingMessages)
    .where(and(eq(outgoingMessages.giftCardId, id), eq(outgoingMessages.round, round)))
    .orderBy(outgoingMessages.id);
}

export async function insertMessages(
  tx: Transaction,
  messages: readonly (typeof outgoingMessages.$inferInsert)[],
): Promise<void> {
  await tx
    .insert(outgoingMessages)
    .values([...messages])
    .onConflictDoNothing({ target: outgoingMessages.ref });
}

/** Moves a message on from one of the states expected; false when somebody else was first. */
export async function moveMessage(
  handle: Handle,
  move: { id: number; from: readonly string[]; fields: Partial<typeof outgoingMessages.$inferInsert> },
): Promise<boolean> {
  const moved = await handle
    .update(outgoingMessages)
    .set(move.fields)
    .where(and(eq(outgoingMessages.id, move.id), inArray(outgoingMessages.state, [...move.from])))
    .returning({ id: outgoingMessages.id });
  return moved.length === 1;
}
