import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Handle } from '#server/platform/database/handle.ts';
import { LIVE_PAYMENT_STATES } from '#server/platform/database/schema/states/payment.ts';
import { defineRowsStatement, type Place } from '#server/platform/database/statement.ts';

const sale = z.object({ isOpen: z.boolean(), isOfDevice: z.boolean(), isDoubtful: z.boolean() });
export type SaleOnDevice = z.output<typeof sale>;
type Sale = { detailsId: number; device: string; since: string };
const PAID = sql.raw(`in (${LIVE_PAYMENT_STATES.map((state) => `'${state}'`).join(', ')})`);
const readSale = defineRowsStatement(sale, (place: Place<Sale>) => {
  const wasTypedHere = sql`exists (select from payments e join orders other on other.id = e.order_id
    where other.customer_id = o.customer_id and other.status = 'approved' and e.state ${PAID}
      and e.typed_in = ${place('device')}
      and (e.payment_method = p.payment_method or e.card_print = p.card_print))`;
  const isSaved = sql`exists (select from payments e join orders other on other.id = e.order_id
    where other.customer_id = o.customer_id and other.id <> o.id and e.id < p.id
      and e.payment_method = p.payment_method)`;
  const isLate = sql`o.created_at > ${place('since')}`;
  return sql`select
    coalesce(bool_or(o.status in ('pending', 'held', 'approved')), false) as "isOpen",
    coalesce(bool_or(p.state ${PAID} and (p.typed_in = ${place('device')} or (p.security_code and ${isLate})
      or ${wasTypedHere})), false) as "isOfDevice",
    coalesce(bool_or(p.state ${PAID} and ${isLate} and not p.security_code and ${isSaved} and not ${wasTypedHere}),
      false) as "isDoubtful"
    from order_lines l join orders o on o.id = l.order_id left join payments p on p.order_id = o.id
    where l.details_id = ${place('detailsId')}`;
});

/**
 * Describes how a card was bought, from the view of a device (deviceName()). `isOpen`: its order is being paid, held or
 * paid. `isOfDevice`: its payment card was entered on the device, or is saved and was used after `since` with its
 * security code. `isDoubtful`: paid after `since` with a saved payment card that was not entered on the device, without
 * a confirmed security code.
 */
export async function findSaleOnDevice(
  handle: Handle,
  { since, ...query }: { detailsId: number; device: string; since: Date },
): Promise<SaleOnDevice> {
  const [read] = await readSale(handle, { ...query, since: since.toISOString() });
  if (!read) throw new Error('The query for the sale of a gift card returned no row.');
  return read;
}
