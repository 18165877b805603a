import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Handle, Transaction } from '../../database/handle.ts';
import { ownSince } from '../../database/schema/schema.ts';
import { type Place, rowsStatement } from '../../database/statement.ts';
import { LIVE_PAYMENT_STATES } from '../../kernel/states/payment.ts';
import { OPEN_REFUND_STATES } from '../../kernel/states/refund.ts';

/** What the rules on gift cards ask of the last day's orders: server/orders/review. */

const GIFTS_LOCK = 7_102;
/** Of locks: an order to many people takes no more than these. */
const BUCKETS = 256;

/**
 * Makes orders that share one of these keys wait for each other until the transaction ends, so that each sees the gift
 * cards of those before it. Call it with the customer and the cart locked, before an order is. Sent when it is called.
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

const listOf = (states: readonly string[]) => sql.raw(states.map((state) => `'${state}'`).join(', '));

/** Orders that are being paid, wait for an operator, or are paid; less what was refunded of their gift cards. */
const COUNTS = sql`l.is_giftcard and o.status in ('pending', 'held', 'approved')`;
const CENTS = sql`coalesce(sum(l.total_cents - coalesce((select sum(s.cents) from refund_shares s
  join refunds r on r.id = s.refund_id and r.state in (${listOf(OPEN_REFUND_STATES)})
  where s.order_line_id = l.id), 0)), 0)::bigint`;
const LIVE = sql`p.state in (${listOf(LIVE_PAYMENT_STATES)})`;

type By = { customerId: number; sender: string; since: string };
const sums = z.object({ customer: z.int(), network: z.int() });
const readSums = rowsStatement(
  sums,
  (place: Place<By>) => sql`select
    (select ${CENTS} from orders o join order_lines l on l.order_id = o.id
      where o.customer_id = ${place('customerId')} and o.created_at > ${place('since')} and ${COUNTS}) as customer,
    (select ${CENTS} from payments p join orders o on o.id = p.order_id join order_lines l on l.order_id = o.id
      where p.sender = ${place('sender')} and p.created_at > ${place('since')} and ${LIVE} and ${COUNTS}) as network`,
);

/** Cents of gift cards that a customer, and a network, have ordered since an instant. Sent when it is called. */
export async function giftSums(
  handle: Handle,
  { since, ...by }: { customerId: number; sender: string; since: Date },
): Promise<z.output<typeof sums>> {
  const [read] = await readSums(handle, { ...by, since: since.toISOString() });
  if (!read) throw new Error('The sums of gift cards are always one row.');
  return read;
}

const toMobile = z.object({ mobile: z.string(), cents: z.int() });
const readByRecipient = rowsStatement(
  toMobile,
  (
    place: Place<{ mobiles: readonly string[]; since: string }>,
  ) => sql`select d.recipient_mobile as mobile, ${CENTS} as cents
    from gift_card_details d join order_lines l on l.details_id = d.id join orders o on o.id = l.order_id
    where d.recipient_mobile = any(${place('mobiles')}::text[]) and o.created_at > ${place('since')} and ${COUNTS}
    group by d.recipient_mobile`,
);

/** Cents of gift cards that anybody has ordered for these numbers since an instant. Sent when it is called. */
export async function giftSumsTo(
  handle: Handle,
  { mobiles, since }: { mobiles: readonly string[]; since: Date },
): Promise<Map<string, number>> {
  const read = await readByRecipient(handle, { mobiles, since: since.toISOString() });
  return new Map(read.map(({ mobile, cents }) => [mobile, cents]));
}

const ofCard = z.object({ all: z.int(), own: z.int() });
const readOfCard = rowsStatement(
  ofCard,
  (place: Place<{ cardPrint: string; orderId: number; since: string }>) => sql`select ${CENTS} as all,
      coalesce(sum(l.total_cents) filter (where o.id = ${place('orderId')}::bigint), 0)::bigint as own
    from payments p join orders o on o.id = p.order_id join order_lines l on l.order_id = o.id
    where p.card_print = ${place('cardPrint')} and p.created_at > ${place('since')} and ${LIVE} and ${COUNTS}`,
);

/** Cents of gift cards paid by a card since an instant, and of them those of one order. Sent when it is called. */
export async function giftSumsOfCard(
  handle: Handle,
  { since, ...of }: { cardPrint: string; orderId: number; since: Date },
): Promise<z.output<typeof ofCard>> {
  const [read] = await readOfCard(handle, { ...of, since: since.toISOString() });
  if (!read) throw new Error('The sums of gift cards are always one row.');
  return read;
}

const typed = z.object({ here: z.boolean() });
type TypedCard = { customerId: number; browser: string; paymentMethod: string; cardPrint: string | null };
const readTyped = rowsStatement(
  typed,
  (place: Place<TypedCard>) => sql`select exists (
    select from payments p join orders o on o.id = p.order_id
    where o.customer_id = ${place('customerId')} and o.status = 'approved' and ${LIVE}
      and p.typed_in = ${place('browser')}
      and (p.payment_method = ${place('paymentMethod')} or p.card_print = ${place('cardPrint')})
      and o.created_at >= ${ownSince(place('customerId'))}) as here`,
);

/**
 * Whether a saved card was typed in on this device, while it was new, and paid an approved order of the account: an
 * attempt that was declined or left proves nothing, even if another card then paid the order. That is known for a day,
 * when the device itself has history.
 */
export async function wasTypedHere(handle: Handle, card: TypedCard): Promise<boolean> {
  return (await readTyped(handle, card))[0]?.here === true;
}
