import { desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { CardState } from '#contract/gift-cards.ts';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { purgeColumns } from '#server/platform/database/purge.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import { giftCardChanges as changes, isVoid } from '#server/platform/database/schema/schema.ts';
import { deliveryStates } from '#server/platform/database/schema/states/delivery.ts';
import { cardState } from './card-state.ts';
import { hasBegun } from './cards-store.ts';
import type { ResendFacts } from './delivery/resend-policy.ts';

export type ChangeRow = typeof changes.$inferSelect;

const DAY_MS = 86_400_000;

type CardFacts = ResendFacts & { begun: boolean; isOwnNumber: boolean };

export async function resendFacts(
  handle: Handle,
  query: { detailsIds: readonly number[]; customerId: number; now: Date },
): Promise<Map<number, CardFacts>> {
  if (query.detailsIds.length === 0) return new Map();
  const since = new Date(query.now.getTime() - DAY_MS).toISOString();
  const facts = await queryRows(
    handle,
    factsRow,
    sql`select details_id, delivery_state, ${isVoid} as is_void, opened_at, expires_at,
        ${hasBegun} as begun,
        exists (select 1 from gift_card_details d join customers p on p.mobile = d.recipient_mobile
          where d.id = gift_cards.details_id and p.id = ${query.customerId}) as is_own_number,
        exists (select 1 from gift_card_details d
          where d.id = gift_cards.details_id and d.recipient_mobile = '') as to_nobody,
        exists (select 1 from messages m where m.gift_card_id = gift_cards.id
          and m.purpose = 'gift' and m.state = 'claimed') as claimed,
        (select max(coalesce(m.sent_at, m.claimed_at)) from messages m where m.gift_card_id = gift_cards.id
          and m.purpose = 'gift' and m.delivery_attempt = gift_cards.delivery_attempt
          and m.state in ('claimed', 'sent', 'unknown')) as unreported_since,
        exists (select 1 from gift_card_details d join opt_outs o on o.mobile = d.recipient_mobile
          where d.id = gift_cards.details_id and o.opted_in_at is null) as has_opted_out,
        (select count(*)::int from gift_card_changes c where c.gift_card_id = gift_cards.id
          and c.kind = 'correct' and c.starts_attempt) as corrections,
        (select count(*)::int from gift_card_changes c
          where c.gift_card_id = gift_cards.id and c.kind = 'resend') as resends,
        (select max(m.claimed_at) from messages m where m.gift_card_id = gift_cards.id and m.purpose = 'gift'
          and (m.delivery_attempt = gift_cards.delivery_attempt or m.state = 'claimed')) as claimed_at,
        (select max(c.created_at) from gift_card_changes c where c.gift_card_id = gift_cards.id and c.starts_attempt) as again_at,
        (select count(*)::int from gift_card_changes c
          where c.gift_card_id = gift_cards.id and c.starts_attempt and c.created_at > ${since}) as attempts_of_card,
        (select count(*)::int from gift_card_changes c
          where c.customer_id = ${query.customerId} and c.starts_attempt and c.created_at > ${since}) as attempts_of_customer
      from gift_cards where details_id = any(${sql.param(query.detailsIds)}::bigint[])`,
  );
  return new Map(facts.map((row) => [row.details_id, toCardFacts(row)]));
}

const factsRow = z.object({
  details_id: z.int(),
  delivery_state: z.enum(deliveryStates.states),
  is_void: z.boolean(),
  opened_at: z.date().nullable(),
  expires_at: z.date().nullable(),
  begun: z.boolean(),
  is_own_number: z.boolean(),
  to_nobody: z.boolean(),
  claimed: z.boolean(),
  unreported_since: z.date().nullable(),
  has_opted_out: z.boolean(),
  corrections: z.int(),
  resends: z.int(),
  claimed_at: z.date().nullable(),
  again_at: z.date().nullable(),
  attempts_of_card: z.int(),
  attempts_of_customer: z.int(),
});

const toCardFacts = (row: z.output<typeof factsRow>): CardFacts => ({
  state: cardState({ deliveryState: row.delivery_state, isVoid: row.is_void }),
  openedAt: row.opened_at,
  expiresAt: row.expires_at,
  begun: row.begun,
  isOwnNumber: row.is_own_number,
  toNobody: row.to_nobody,
  claimed: row.claimed,
  unreportedSince: row.unreported_since,
  hasOptedOut: row.has_opted_out,
  corrections: row.corrections,
  resends: row.resends,
  claimedAt: row.claimed_at,
  againAt: row.again_at,
  attemptsOfCard: row.attempts_of_card,
  attemptsOfCustomer: row.attempts_of_customer,
});

export async function findLastChange(handle: Handle, giftCardId: number): Promise<ChangeRow | null> {
  const condition = eq(changes.giftCardId, giftCardId);
  return (await handle.select().from(changes).where(condition).orderBy(desc(changes.id)).limit(1))[0] ?? null;
}

type NewChange = Pick<ChangeRow, 'kind' | 'customerId' | 'oldMobile' | 'newMobile'> & {
  card: { id: number; deliveryAttempt: number; state: CardState };
  /** False if a correction only changed the recipient's number before the card was sent. */
  startsAttempt?: boolean;
  oldLinkHash?: string;
  now: Date;
};

export async function insertChange(
  tx: Transaction,
  { card, startsAttempt = true, now, ...change }: NewChange,
): Promise<void> {
  const deliveryAttempt = card.deliveryAttempt + Number(startsAttempt);
  const ofCard = { giftCardId: card.id, oldState: card.state, deliveryAttempt, startsAttempt };
  await tx.insert(changes).values({ ...change, ...ofCard, createdAt: now });
}

export async function isReplacedLink(handle: Handle, linkHash: string): Promise<boolean> {
  const condition = eq(changes.oldLinkHash, linkHash);
  return (await handle.select({ id: changes.id }).from(changes).where(condition).limit(1)).length > 0;
}

export async function countNumberChanges(
  tx: Transaction,
  query: { giftCardId: number; customerId: number; since: Date },
): Promise<{ ofCard: number; ofCustomer: number }> {
  const since = query.since.toISOString();
  const [changeCounts] = await queryRows(
    tx,
    z.object({ of_card: z.int(), of_customer: z.int() }),
    sql`select count(*) filter (where gift_card_id = ${query.giftCardId})::int as of_card,
        count(*) filter (where customer_id = ${query.customerId})::int as of_customer
      from gift_card_changes where not starts_attempt and created_at > ${since}
        and (gift_card_id = ${query.giftCardId} or customer_id = ${query.customerId})`,
  );
  return { ofCard: changeCounts?.of_card ?? 0, ofCustomer: changeCounts?.of_customer ?? 0 };
}

/** Clears the numbers in old changes, the only update that the database allows. */
export async function purgeNumbersBefore(handle: Handle, before: Date): Promise<void> {
  const where = sql`created_at < ${before.toISOString()} and (old_mobile <> '' or new_mobile <> '')`;
  await purgeColumns(changes, handle, { set: { oldMobile: '', newMobile: '' }, where });
}
