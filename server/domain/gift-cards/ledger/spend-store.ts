import { and, desc, eq, gte, lt, lte, ne, type SQL, sql, sum } from 'drizzle-orm';
import { z } from 'zod';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import {
  giftCardAccounts as accounts,
  giftCardEntries as entries,
  giftCards,
  giftCardHolds as holds,
  giftCardRedemptions as redemptions,
} from '#server/platform/database/schema/schema.ts';
import { type HoldRow, isRef, type LockedCard, lockHold, type Ref } from '../card-locks-store.ts';
import { createPublicId } from './card-secrets.ts';

type Movement = Pick<typeof entries.$inferInsert, 'giftCardId' | 'kind' | 'postedCents' | 'createdAt'> &
  Partial<
    Pick<
      typeof entries.$inferInsert,
      'heldCents' | 'holdId' | 'redemptionId' | 'refundId' | 'sellerNote' | 'gstCents' | 'operator' | 'operatorNote'
    >
  >;

export async function insertMovement(
  tx: Transaction,
  { step = sql`1`, ...movement }: Movement & { step?: SQL<number> },
) {
  const after = { balance: entries.balanceAfter, held: entries.heldAfter };
  const [posted] = await tx
    .insert(entries)
    .values({ ...movement, step })
    .returning(after);
  if (!posted) throw new Error(`The insert of an entry for card ${movement.giftCardId} returned no row.`);
  return posted.balance - posted.held;
}

export const nextReverseStep = (redemptionId: number): SQL<number> =>
  sql`(select count(*)::int + 1 from gift_card_entries e where e.kind = 'reverse' and e.redemption_id = ${redemptionId})`;

export async function sumReversedGstCents(tx: Transaction, redemptionId: number): Promise<number> {
  const condition = and(eq(entries.kind, 'reverse'), eq(entries.redemptionId, redemptionId));
  const [total] = await tx
    .select({ cents: sum(entries.gstCents).mapWith(Number) })
    .from(entries)
    .where(condition);
  return total?.cents ?? 0;
}

type Made = 'id' | 'publicId';

export async function insertHold(tx: Transaction, hold: Omit<typeof holds.$inferInsert, Made>): Promise<HoldRow> {
  const [row] = await tx
    .insert(holds)
    .values({ ...hold, publicId: createPublicId('gh') })
    .returning();
  if (!row) throw new Error(`The insert of a hold on card ${hold.giftCardId} returned no row.`);
  return row;
}

type Spending = {
  redemption: Omit<typeof redemptions.$inferInsert, Made>;
  kind: 'redeem' | 'capture';
  freedCents: number;
};
export type Spent = { redemption: { id: number; publicId: string; amountCents: number }; availableCents: number };

/** Inserts the redemption with a single statement, because a till waits for the result. */
export async function insertSpending(tx: Transaction, { redemption, kind, freedCents }: Spending): Promise<Spent> {
  const publicId = createPublicId('gr');
  const { giftCardId, amountCents, createdAt } = redemption;
  const insert = tx
    .insert(redemptions)
    .values({ ...redemption, publicId })
    .returning({ id: redemptions.id });
  const [posted] = await queryRows(
    tx,
    z.object({ id: z.int(), available: z.int() }),
    sql`with spent as ${insert}
      insert into gift_card_entries (gift_card_id, kind, posted_cents, held_cents, redemption_id, created_at)
      select ${giftCardId}::bigint, ${kind}, ${-amountCents}::int, ${-freedCents}::int, spent.id, ${createdAt.toISOString()}::timestamptz from spent
      returning redemption_id as id, balance_after - held_after as available`,
  );
  if (!posted) throw new Error(`The insert of an entry for card ${giftCardId} returned no row.`);
  return { redemption: { id: posted.id, publicId, amountCents }, availableCents: posted.available };
}

/** Lists the oldest holds first, without those of orders, which end with the order's payment. */
export async function listOverdueHolds(
  handle: Handle,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> {
  const overdue = await handle
    .select({ publicId: holds.publicId })
    .from(holds)
    .where(and(eq(holds.state, 'held'), ne(holds.channel, 'shop'), lte(holds.expiresAt, now)))
    .orderBy(holds.expiresAt)
    .limit(limit);
  return overdue.map(({ publicId }) => publicId);
}

/** Locks the cards in ascending order. */
export async function lockHoldsOfOrder(
  tx: Transaction,
  orderId: number,
): Promise<{ card: LockedCard; hold: HoldRow }[]> {
  const live = and(eq(holds.orderId, orderId), eq(holds.state, 'held'));
  const all = await tx.select({ publicId: holds.publicId }).from(holds).where(live).orderBy(holds.giftCardId);
  const locked: { card: LockedCard; hold: HoldRow }[] = [];
  for (const { publicId } of all) {
    const lockedHold = await lockHold(tx, { publicId });
    if (lockedHold?.hold.state === 'held') locked.push(lockedHold);
  }
  return locked;
}

export async function extendHoldsOfOrder(
  tx: Transaction,
  { orderId, until }: { orderId: number; until: Date },
): Promise<void> {
  const live = and(eq(holds.orderId, orderId), eq(holds.state, 'held'));
  await tx.update(holds).set({ expiresAt: until }).where(live);
}

export async function findRedemptionId(handle: Handle, ref: Ref): Promise<number | null> {
  return (await handle.select({ id: redemptions.id }).from(redemptions).where(isRef(ref)))[0]?.id ?? null;
}

/** Redemptions from `since` until before `until`; null leaves that side open. */
type Period = { sellerId: number; since: Date | null; until: Date | null };
type Page = Period & { before: number | null; limit: number };

export async function listRedemptionsInPeriod(handle: Handle, { before, limit, ...period }: Page) {
  return handle
    .select({
      redemption: redemptions,
      card: giftCards.publicId,
      last4: giftCards.codeLast4,
      status: accounts.status,
      expiresAt: accounts.expiresAt,
    })
    .from(redemptions)
    .innerJoin(giftCards, eq(giftCards.id, redemptions.giftCardId))
    .innerJoin(accounts, eq(accounts.giftCardId, redemptions.giftCardId))
    .where(and(isWithin(period), before === null ? undefined : lt(redemptions.id, before)))
    .orderBy(desc(redemptions.id))
    .limit(limit);
}

/** `count`: redemptions that were not fully reversed. */
export async function sumRedemptions(handle: Handle, period: Period) {
  const [totals] = await handle
    .select({
      count: sql`count(*) filter (where ${lt(redemptions.reversedCents, redemptions.amountCents)})`.mapWith(Number),
      takenCents: sum(redemptions.amountCents).mapWith(Number),
      givenBackCents: sum(redemptions.reversedCents).mapWith(Number),
    })
    .from(redemptions)
    .where(isWithin(period));
  return {
    count: totals?.count ?? 0,
    takenCents: totals?.takenCents ?? 0,
    givenBackCents: totals?.givenBackCents ?? 0,
  };
}

function isWithin({ sellerId, since, until }: Period): SQL | undefined {
  return and(
    eq(redemptions.sellerId, sellerId),
    since === null ? undefined : gte(redemptions.createdAt, since),
    until === null ? undefined : lt(redemptions.createdAt, until),
  );
}
