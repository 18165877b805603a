import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { toDollars } from '#contract/rules/money/money.ts';
import type { HistoryLine } from '#contract/shapes/card-history.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import { cardAccountStates } from '#server/platform/database/schema/states/card-account.ts';
import { sumCents } from '#server/platform/kernel/split-cents.ts';

const KINDS = {
  issue: 'bought',
  hold: 'reserved',
  capture: 'spent',
  redeem: 'spent',
  reverse: 'given_back',
  void: 'refunded',
  restore: 'restored',
  reinstate: 'restored',
  expire: 'expired',
  correct: 'corrected',
} as const satisfies Record<string, HistoryLine['kind']>;

const entry = z.object({
  giftCardId: z.int(),
  kind: z.enum(Object.keys(KINDS) as (keyof typeof KINDS)[]),
  cents: z.int(),
  at: z.date(),
  channel: z.enum(['shop', 'till', 'api']).nullable(),
  isDisputed: z.boolean(),
  status: z.enum(cardAccountStates.states),
});
type Entry = z.output<typeof entry>;

export type CardValueNow = {
  status: Entry['status'];
  availableCents: number;
  expiredCents: number;
  history: HistoryLine[];
};

export async function findValueWithHistory(handle: Handle, giftCardId: number): Promise<CardValueNow> {
  const value = (await listValuesWithHistory(handle, [giftCardId])).get(giftCardId);
  if (!value) throw new Error(`Card ${giftCardId} was never issued.`);
  return value;
}

/**
 * Reads value and history in one statement, so that they agree. The history is newest first. It includes only live
 * holds, and no actors or notes.
 */
export async function listValuesWithHistory(
  handle: Handle,
  giftCardIds: readonly number[],
): Promise<Map<number, CardValueNow>> {
  const entries = await queryRows(
    handle,
    entry,
    sql`select e.gift_card_id as "giftCardId", e.kind, e.created_at as at, coalesce(r.channel, h.channel) as channel,
        case e.kind when 'hold' then -e.held_cents else e.posted_cents end as cents,
        e.dispute_id is not null as "isDisputed", a.status
      from gift_card_entries e join gift_card_accounts a on a.gift_card_id = e.gift_card_id
        left join gift_card_redemptions r on r.id = e.redemption_id
        left join gift_card_holds h on h.id = e.hold_id
      where e.gift_card_id = any(${sql.param(giftCardIds)}) and e.kind <> 'release' and (e.kind <> 'hold' or h.state = 'held')
      order by e.seq desc`,
  );
  const byCard = Map.groupBy(entries, ({ giftCardId }) => giftCardId);
  return new Map([...byCard].map(([giftCardId, ofCard]) => [giftCardId, deriveValue(ofCard)]));
}

function deriveValue(entries: readonly Entry[]): CardValueNow {
  return {
    // Every entry repeats its card's status, so the first entry is enough.
    status: entries[0]?.status ?? 'void',
    availableCents: sumEntries(entries),
    expiredCents: -sumEntries(entries.filter(({ kind }) => kind === 'expire' || kind === 'reinstate')),
    history: entries.map(asLine),
  };
}

const sumEntries = (entries: readonly Entry[]): number => sumCents(entries.map(({ cents }) => cents));

function asLine({ kind, cents, at, channel, isDisputed }: Entry): HistoryLine {
  return {
    kind: kind === 'void' && isDisputed ? 'disputed' : KINDS[kind],
    amount: toDollars(cents),
    at: at.toISOString(),
    place: channel === null || kind === 'reverse' ? null : channel === 'shop' ? 'shop' : 'counter',
  };
}
