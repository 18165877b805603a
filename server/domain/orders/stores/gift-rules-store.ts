import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { CENTS, COUNTS } from '#server/domain/gift-cards/gift-value-sql.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { ownershipStart } from '#server/platform/database/schema/schema.ts';
import { LIVE_PAYMENT_STATES } from '#server/platform/database/schema/states/payment.ts';
import { defineRowsStatement, type Place } from '#server/platform/database/statement.ts';

const LIVE = sql.raw(`p.state in (${LIVE_PAYMENT_STATES.map((state) => `'${state}'`).join(', ')})`);

type By = { customerId: number; sender: string; since: string };
const sums = z.object({ customer: z.int(), network: z.int() });
const readSums = defineRowsStatement(
  sums,
  (place: Place<By>) => sql`select
    (select ${CENTS} from orders o join order_lines l on l.order_id = o.id
      where o.customer_id = ${place('customerId')} and o.created_at > ${place('since')} and ${COUNTS}) as customer,
    (select ${CENTS} from payments p join orders o on o.id = p.order_id join order_lines l on l.order_id = o.id
      where p.sender = ${place('sender')} and p.created_at > ${place('since')} and ${LIVE} and ${COUNTS}) as network`,
);

export async function sumGifts(
  handle: Handle,
  { since, ...by }: { customerId: number; sender: string; since: Date },
): Promise<z.output<typeof sums>> {
  const [read] = await readSums(handle, { ...by, since: since.toISOString() });
  if (!read) throw new Error('The query for gift card sums returned no row.');
  return read;
}

const cardSums = z.object({ card: z.int(), order: z.int() });
const readOfCard = defineRowsStatement(
  cardSums,
  (place: Place<{ cardPrint: string; orderId: number; since: string }>) => sql`select ${CENTS} as card,
      coalesce(sum(l.total_cents) filter (where o.id = ${place('orderId')}::bigint), 0)::bigint as "order"
    from payments p join orders o on o.id = p.order_id join order_lines l on l.order_id = o.id
    where p.card_print = ${place('cardPrint')} and p.created_at > ${place('since')} and ${LIVE} and ${COUNTS}`,
);

/**
 * Returns in cents how much gift card value a payment card bought since `since`, and how much of it this order bought.
 * Sends the query immediately.
 */
export async function sumGiftsOfCard(
  handle: Handle,
  { since, ...paid }: { cardPrint: string; orderId: number; since: Date },
): Promise<z.output<typeof cardSums>> {
  const [read] = await readOfCard(handle, { ...paid, since: since.toISOString() });
  if (!read) throw new Error('The query for gift card sums returned no row.');
  return read;
}

const typed = z.object({ here: z.boolean() });
type TypedCard = { customerId: number; browser: string; paymentMethod: string; cardPrint: string | null };
const readTyped = defineRowsStatement(
  typed,
  (place: Place<TypedCard>) => sql`select exists (
    select from payments p join orders o on o.id = p.order_id
    where o.customer_id = ${place('customerId')} and o.status = 'approved' and ${LIVE}
      and p.typed_in = ${place('browser')}
      and (p.payment_method = ${place('paymentMethod')} or p.card_print = ${place('cardPrint')})
      and o.created_at >= ${ownershipStart(place('customerId'))}) as here`,
);

/**
 * Returns true only if the payment card was typed on this device and then paid an approved order of the account;
 * declined or abandoned attempts do not count. The record is kept for a day, after which the device has enough history.
 */
export async function wasTypedHere(handle: Handle, card: TypedCard): Promise<boolean> {
  return (await readTyped(handle, card))[0]?.here === true;
}
