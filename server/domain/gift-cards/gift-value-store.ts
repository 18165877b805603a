import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { type Place, rowsStatement } from '#server/platform/database/statement.ts';
import { CENTS, COUNTS } from './gift-value-sql.ts';

const GIFTS_LOCK = 7_102;
/** Of locks: an order to many people takes no more than these. */
const BUCKETS = 256;

/**
 * Makes whatever shares one of these keys wait for each other until the transaction ends, so that each sees the gift
 * cards of those before it. Call it with the customer and the cart locked, before an order, details or a card are. Sent
 * when it is called.
 */
export async function lockGiftSums(tx: Transaction, keys: readonly string[]): Promise<void> {
  // All in the same order, so that no two wait for each other.
  const buckets = [...new Set(keys.map(bucketOf))].sort((one, other) => one - other);
  if (buckets.length === 0) return;
  await tx
    .execute(
      sql`select pg_advisory_xact_lock(${GIFTS_LOCK}::int, bucket) from unnest(${sql.param(buckets)}::int[]) as bucket`,
    )
    .execute();
}

const bucketOf = (key: string): number => createHash('sha256').update(key).digest().readUInt8() % BUCKETS;

const toMobile = z.object({ mobile: z.string(), cents: z.int() });
const readByRecipient = rowsStatement(
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

/**
 * Cents of gift cards that anybody has ordered for these numbers, or redirected to them, since an instant. Sent when it
 * is called.
 */
export async function giftSumsTo(
  handle: Handle,
  { mobiles, since }: { mobiles: readonly string[]; since: Date },
): Promise<Map<string, number>> {
  const read = await readByRecipient(handle, { mobiles, since: since.toISOString() });
  return new Map(read.map(({ mobile, cents }) => [mobile, cents]));
}
