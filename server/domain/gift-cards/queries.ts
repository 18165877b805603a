import { createHash } from 'node:crypto';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { lockUntilCommit } from '#server/platform/database/locks.ts';
import { isIn, queryRows } from '#server/platform/database/rows.ts';
import {
  giftCardDetails as details,
  giftCards,
  giftCardHolds as holds,
  orderLines,
  ownershipStart,
  products,
  giftCardRedemptions as redemptions,
} from '#server/platform/database/schema/schema.ts';
import { defineRowsStatement, defineStatement, type Place } from '#server/platform/database/statement.ts';
import { type LockedCard, lockCardById, lockRedemption, type RedemptionRow } from './card-locks-store.ts';
import { lockCardsOfOrder } from './cards-store.ts';
import { CENTS, COUNTS } from './gift-value-sql.ts';

export type DetailsRow = typeof details.$inferSelect;

/** Excludes details from a previous owner of the number. */
export const isOwnDetails: SQL = sql`${details.createdAt} >= ${ownershipStart(details.customerId)}`;

const readOfCart = defineStatement((on, place: Place<{ cartId: number }>) =>
  on
    .select()
    .from(details)
    .where(and(eq(details.cartId, place('cartId')), isNull(details.deletedAt), isOwnDetails))
    .orderBy(details.id),
);

export async function listDetailsOfCart(handle: Handle, cartId: number): Promise<DetailsRow[]> {
  return readOfCart(handle, { cartId });
}

const nextValue = (sequence: string): SQL<number> => sql`nextval(${sequence})`.mapWith(Number);

const lockCardLines = defineStatement((on, place: Place<{ orderId: number }>) =>
  on
    .select({
      line: orderLines,
      details,
      hasPin: products.cardHasPin,
      cardId: nextValue('gift_cards_id_seq'),
      messageId: nextValue('messages_id_seq'),
    })
    .from(orderLines)
    .innerJoin(details, eq(details.id, orderLines.detailsId))
    .innerJoin(products, eq(products.id, orderLines.productId))
    .where(eq(orderLines.orderId, place('orderId')))
    .orderBy(orderLines.id)
    .for('update', { of: details }),
);

/**
 * Locks the details, so that a concurrent reschedule either commits first and is read here, or commits later and finds
 * the card.
 */
export const lockCardLinesOfOrder = (tx: Transaction, orderId: number) => lockCardLines(tx, { orderId });

/** What voided a card's value. A failed refund or a won dispute restores it. */
export type Cause = { refundId: number } | { disputeId: number };

const cardValue = z.object({
  giftCardId: z.int(),
  orderLineId: z.int(),
  valueCents: z.int(),
  balanceCents: z.int(),
  voidedCents: z.int(),
});
export type CardValue = z.output<typeof cardValue>;

export const hasCause = (cause: Cause) =>
  'refundId' in cause ? sql`e.refund_id = ${cause.refundId}` : sql`e.dispute_id = ${cause.disputeId}`;

/** Locks the order's cards and accounts, so that nothing is spent during a refund. */
export async function lockCardValues(tx: Transaction, orderId: number): Promise<CardValue[]> {
  await lockCardsOfOrder(tx, orderId);
  const locked = await queryRows(
    tx,
    z.object({ id: z.int() }),
    sql`select a.gift_card_id as id from gift_card_accounts a join gift_cards c on c.id = a.gift_card_id
        join order_lines l on l.id = c.order_line_id
      where l.order_id = ${orderId} order by a.gift_card_id for update of a`,
  );
  if (locked.length === 0) return [];
  return queryRows(
    tx,
    cardValue,
    sql`select c.id as "giftCardId", c.order_line_id as "orderLineId", c.value_cents as "valueCents",
        a.balance_cents - a.held_cents as "balanceCents",
        coalesce((select -sum(e.posted_cents) from gift_card_entries e
          where e.gift_card_id = c.id and e.kind in ('void', 'restore')), 0)::int as "voidedCents"
      from gift_card_accounts a join gift_cards c on c.id = a.gift_card_id
      where c.id = any(${sql.param(locked.map(({ id }) => id))}::bigint[]) order by c.order_line_id`,
  );
}

export async function sumVoidedCentsByCard(
  tx: Transaction,
  { orderId, cause }: { orderId: number; cause: Cause },
): Promise<{ id: number; cents: number }[]> {
  return queryRows(
    tx,
    z.object({ id: z.int(), cents: z.int() }),
    sql`select c.id, -sum(e.posted_cents)::int as cents from gift_card_entries e
        join gift_cards c on c.id = e.gift_card_id join order_lines l on l.id = c.order_line_id
      where l.order_id = ${orderId} and ${hasCause(cause)}
      group by c.id having sum(e.posted_cents) < 0 order by c.order_line_id`,
  );
}

const knownRow = z.object({ mobile: z.string() });
const readKnown = defineRowsStatement(
  knownRow,
  (place: Place<{ customerId: number; mobiles: readonly string[]; before: string }>) => sql`
    select distinct d.recipient_mobile as mobile from gift_card_details d join gift_cards g on g.details_id = d.id
    where d.customer_id = ${place('customerId')} and d.recipient_mobile = any(${place('mobiles')}::text[])
      and d.created_at >= ${ownershipStart(place('customerId'))}
      and (g.sent_at <= ${place('before')} or exists (select from messages m where m.gift_card_id = g.id
        and m.purpose = 'gift' and m.recipient = d.recipient_mobile and m.sent_at <= ${place('before')}))`,
);

/** Also reads sent messages, because a resent card keeps only its last send time. */
export async function listPastRecipients(
  handle: Handle,
  { before, ...query }: { customerId: number; mobiles: readonly string[]; before: Date },
): Promise<Set<string>> {
  const read = await readKnown(handle, { ...query, before: before.toISOString() });
  return new Set(read.map(({ mobile }) => mobile));
}

/** Maximum number of locks that an order to many people takes. */
const BUCKETS = 256;

/**
 * Serializes transactions that share a key, so that each sees earlier gift cards. Call it with customer and cart
 * locked, before locking an order, details or a card.
 */
export async function lockGiftSums(tx: Transaction, keys: readonly string[]): Promise<void> {
  await lockUntilCommit(tx, 'gifts', keys.map(hashToBucket));
}

const hashToBucket = (key: string): number => createHash('sha256').update(key).digest().readUInt8() % BUCKETS;

const toMobile = z.object({ mobile: z.string(), cents: z.int() });
const readByRecipient = defineRowsStatement(
  toMobile,
  (
    place: Place<{ mobiles: readonly string[]; since: string }>,
  ) => sql`select d.recipient_mobile as mobile, ${CENTS} as cents
    from gift_card_details d join order_lines l on l.details_id = d.id join orders o on o.id = l.order_id
    where d.recipient_mobile = any(${place('mobiles')}::text[]) and ${COUNTS}
      and (o.created_at > ${place('since')} or exists (
        select from gift_cards g join gift_card_changes c on c.gift_card_id = g.id
        where g.details_id = d.id and c.kind = 'correct' and c.new_mobile = d.recipient_mobile
          and c.created_at > ${place('since')}))
    group by d.recipient_mobile`,
);

/** Returns the value sent to each number in cents, including gift cards that were redirected to it. */
export async function sumGiftsByRecipient(
  handle: Handle,
  { mobiles, since }: { mobiles: readonly string[]; since: Date },
): Promise<Map<string, number>> {
  const read = await readByRecipient(handle, { mobiles, since: since.toISOString() });
  return new Map(read.map(({ mobile, cents }) => [mobile, cents]));
}

/** Locks in ascending order, so that two orders cannot deadlock. */
export async function lockCards(tx: Transaction, giftCardIds: readonly number[]): Promise<void> {
  for (const id of giftCardIds.toSorted((a, b) => a - b)) await lockCardById(tx, id);
}

export async function lockRedemptionsOfOrder(
  tx: Transaction,
  orderId: number,
): Promise<{ card: LockedCard; redemption: RedemptionRow }[]> {
  const condition = eq(redemptions.orderId, orderId);
  const all = await tx
    .select({ publicId: redemptions.publicId })
    .from(redemptions)
    .where(condition)
    .orderBy(redemptions.giftCardId);
  const locked: { card: LockedCard; redemption: RedemptionRow }[] = [];
  for (const ref of all) {
    const found = await lockRedemption(tx, ref);
    if (found) locked.push(found);
  }
  return locked.toSorted((a, b) => a.redemption.id - b.redemption.id);
}

export async function listRedemptionsOfOrders(handle: Handle, orderIds: readonly number[]) {
  if (orderIds.length === 0) return [];
  return handle
    .select({ redemption: redemptions, last4: giftCards.codeLast4 })
    .from(redemptions)
    .innerJoin(giftCards, eq(giftCards.id, redemptions.giftCardId))
    .where(isIn(redemptions.orderId, orderIds))
    .orderBy(redemptions.id);
}

export async function listHoldsOfOrders(handle: Handle, orderIds: readonly number[]) {
  if (orderIds.length === 0) return [];
  return handle
    .select({ hold: holds, last4: giftCards.codeLast4 })
    .from(holds)
    .innerJoin(giftCards, eq(giftCards.id, holds.giftCardId))
    .where(and(isIn(holds.orderId, orderIds), eq(holds.state, 'held')))
    .orderBy(holds.id);
}
