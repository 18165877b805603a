import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { isIn, queryRows } from '#server/platform/database/rows.ts';
import { orderLines, sellers, shipmentLines, shipments } from '#server/platform/database/schema/schema.ts';
import { shipmentStates } from '#server/platform/database/schema/states/shipment.ts';
import { requireInitialState } from '#server/platform/database/schema/states/state-machine.ts';
import { defineRowTransition } from '#server/platform/database/transition.ts';

type ShipmentRow = typeof shipments.$inferSelect;
type Content = { orderLineId: number; name: string; qty: number };
export type Shipment = ShipmentRow & { sellerName: string; contents: Content[] };
type NewShipment = Omit<typeof shipments.$inferInsert, 'id'>;

/** The only statement that sets a shipment's state; call with the order locked. */
export const moveShipment = defineRowTransition(shipments, shipments.state, shipmentStates);

export async function insertShipment(
  tx: Transaction,
  { contents, ...fields }: NewShipment & { contents: readonly Pick<Content, 'orderLineId' | 'qty'>[] },
): Promise<ShipmentRow> {
  const state = requireInitialState(shipmentStates, fields.state);
  const [row] = await tx
    .insert(shipments)
    .values({ ...fields, state })
    .returning();
  if (!row) throw new Error('The insert of a shipment returned no row.');
  await tx
    .insert(shipmentLines)
    .values(contents.map(({ orderLineId, qty }) => ({ shipmentId: row.id, orderLineId, qty })));
  return row;
}

export async function listShipments(handle: Handle, orderIds: readonly number[]): Promise<Shipment[]> {
  if (orderIds.length === 0) return [];
  return withContents(handle, isIn(shipments.orderId, orderIds));
}

export async function findShipmentById(handle: Handle, id: number): Promise<Shipment | null> {
  return (await withContents(handle, eq(shipments.id, id)))[0] ?? null;
}

async function withContents(handle: Handle, where: ReturnType<typeof eq>): Promise<Shipment[]> {
  const { orderLineId, qty } = shipmentLines;
  const found = await handle
    .select({ shipment: shipments, sellerName: sellers.name, content: { orderLineId, qty, name: orderLines.name } })
    .from(shipments)
    .innerJoin(sellers, eq(sellers.id, shipments.sellerId))
    .innerJoin(shipmentLines, eq(shipmentLines.shipmentId, shipments.id))
    .innerJoin(orderLines, eq(orderLines.id, shipmentLines.orderLineId))
    .where(where)
    .orderBy(shipments.id, shipmentLines.orderLineId);
  const all = new Map<number, Shipment>();
  for (const { shipment, sellerName, content } of found) {
    const entry = all.get(shipment.id) ?? { ...shipment, sellerName, contents: [] };
    entry.contents.push(content);
    all.set(shipment.id, entry);
  }
  return [...all.values()];
}

const unsentOrder = z.object({ id: z.int(), number: z.int(), placed_at: z.date() });
export type UnsentOrder = z.output<typeof unsentOrder>;

/** Returns at most 200 orders, oldest first. Must count refunded items like refundedQty(). */
export function listUnsentOrders(handle: Handle): Promise<UnsentOrder[]> {
  return queryRows(
    handle,
    unsentOrder,
    sql`select o.id, o.number, o.placed_at from orders o where o.status = 'approved' and exists (
        select from order_lines l
          cross join lateral (
            select coalesce(sum(c.qty), 0) as qty, coalesce(bool_or(p.state = 'packed'), false) as is_packed
              from shipment_lines c join shipments p on p.id = c.shipment_id where c.order_line_id = l.id
          ) parcels
          cross join lateral (
            select coalesce(sum(r.line_qty), 0) as qty from refunds r
              where r.order_line_id = l.id and r.state <> 'failed'
          ) pieces
          cross join lateral (
            select coalesce(sum(share.cents), 0) as cents from refund_shares share join refunds r on r.id = share.refund_id
              where share.order_line_id = l.id and r.state <> 'failed'
          ) refunded
          where l.order_id = o.id and not l.is_giftcard and (parcels.is_packed or l.qty - parcels.qty >
            case when l.total_cents > 0 and refunded.cents >= l.total_cents then l.qty else pieces.qty end)
      )
      order by o.id limit 200`,
  );
}
