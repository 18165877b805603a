import { desc, eq, sql } from 'drizzle-orm';
import type { CardState } from '#contract/gift-cards.ts';
import { type Handle, rows, type Transaction } from '../database/handle.ts';
import { giftCardChanges as changes } from '../database/schema.ts';
import type { SecondSendFacts } from './second-send.ts';

export type ChangeRow = typeof changes.$inferSelect;

const DAY_MS = 86_400_000;

/** By details id: what the rules of a second send ask, for the cards that have been issued. */
export async function secondSendFacts(
  handle: Handle,
  wish: { detailsIds: readonly number[]; memberId: number; now: Date },
): Promise<Map<number, SecondSendFacts & { begun: boolean }>> {
  if (wish.detailsIds.length === 0) return new Map();
  const since = new Date(wish.now.getTime() - DAY_MS).toISOString();
  const found = await rows<Found>(
    handle,
    sql`select g.details_id, g.state, g.opened_at, g.expires_at,
        exists (select 1 from outgoing_messages m where m.gift_card_id = g.id) as begun,
        exists (select 1 from outgoing_messages m where m.gift_card_id = g.id and m.state = 'claimed') as claimed,
        (select max(m.claimed_at) from outgoing_messages m where m.gift_card_id = g.id
          and (m.round = g.round or m.state = 'claimed')) as claimed_at,
        (select max(c.created_at) from gift_card_changes c where c.gift_card_id = g.id and c.starts_round) as again_at,
        (select count(*)::int from gift_card_changes c
          where c.gift_card_id = g.id and c.starts_round and c.created_at > ${since}) as rounds_of_card,
        (select count(*)::int from gift_card_changes c
          where c.member_id = ${wish.memberId} and c.starts_round and c.created_at > ${since}) as rounds_of_member
      from gift_cards g where g.details_id = any(${sql.param(wish.detailsIds)}::int[])`,
  );
  return new Map(found.map((row) => [row.details_id, factsOf(row)]));
}

type Found = {
  details_id: number;
  state: CardState;
  opened_at: Date | null;
  expires_at: Date;
  begun: boolean;
  claimed: boolean;
  claimed_at: Date | null;
  again_at: Date | null;
  rounds_of_card: number;
  rounds_of_member: number;
};

const factsOf = (row: Found): SecondSendFacts & { begun: boolean } => ({
  state: row.state,
  openedAt: row.opened_at,
  expiresAt: row.expires_at,
  begun: row.begun,
  claimed: row.claimed,
  claimedAt: row.claimed_at,
  againAt: row.again_at,
  roundsOfCard: row.rounds_of_card,
  roundsOfMember: row.rounds_of_member,
});

export async function lastChangeOf(handle: Handle, giftCardId: number): Promise<ChangeRow | null> {
  const own = eq(changes.giftCardId, giftCardId);
  return (await handle.select().from(changes).where(own).orderBy(desc(changes.id)).limit(1))[0] ?? null;
}

export async function insertChange(tx: Transaction, change: Omit<typeof changes.$inferInsert, 'id'>): Promise<void> {
  await tx.insert(changes).values(change);
}

/** How many numbers were changed since then without a new round, of this card and by this buyer. */
export async function numberChanges(
  tx: Transaction,
  wish: { giftCardId: number; memberId: number; since: Date },
): Promise<{ ofCard: number; ofMember: number }> {
  const since = wish.since.toISOString();
  const [found] = await rows<{ of_card: number; of_member: number }>(
    tx,
    sql`select count(*) filter (where gift_card_id = ${wish.giftCardId})::int as of_card,
        count(*) filter (where member_id = ${wish.memberId})::int as of_member
      from gift_card_changes where not starts_round and created_at > ${since}
        and (gift_card_id = ${wish.giftCardId} or member_id = ${wish.memberId})`,
  );
  return { ofCard: found?.of_card ?? 0, ofMember: found?.of_member ?? 0 };
}

/** The one change of a change that the database allows (migration 0008). */
export async function forgetNumbersBefore(handle: Handle, before: Date): Promise<void> {
  await rows(
    handle,
    sql`update gift_card_changes set old_mobile = '', new_mobile = ''
      where created_at < ${before.toISOString()} and (old_mobile <> '' or new_mobile <> '')`,
  );
}

/** Buyers' limits are counted one buyer at a time. */
export async function lockBuyer(tx: Transaction, memberId: number): Promise<void> {
  await rows(tx, sql`select id from members where id = ${memberId} for no key update`);
}
