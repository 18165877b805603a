import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Handle, Transaction } from '../../database/handle.ts';
import { isIn, rows } from '../../database/rows.ts';
import { orderLines, sellers, shipmentLines, shipments } from '../../database/schema/schema.ts';
import { moveOneOf } from '../../database/transition.ts';
import { shipmentStates } from '../../kernel/states/shipment.ts';
import { initialState } from '../../kernel/states/state-machine.ts';

type ShipmentRow = typeof shipments.$inferSelect;
/** How many of a line of the order are in it. */
type Content = { orderLineId: number; name: string; qty: number };
export type Shipment = ShipmentRow & { sellerName: string; contents: Content[] };
type NewShipment = Omit<typeof shipments.$inferInsert, 'id'>;

/** The only statement that sets a shipment's state; call it with the order locked. */
export const moveShipment = moveOneOf(shipments, shipments.state, shipmentStates);

export async function insertShipment(
  tx: Transaction,
  { contents, ...fields }: NewShipment & { contents: readonly Pick<Content, 'orderLineId' | 'qty'>[] },
): Promise<ShipmentRow> {
  const state = initialState(shipmentStates, fields.state);
  const [made] = await tx
    .insert(shipments)
    .values({ ...fields, state })
    .returning();
  if (!made) throw new Error('The shipment was not written.');
  await tx
    .insert(shipmentLines)
    .values(contents.map(({ orderLineId, qty }) => ({ shipmentId: made.id, orderLineId, qty })));
  return made;
}

/** The shipments of several orders with what is in them, oldest first. */
export async function shipmentsOf(handle: Handle, orderIds: readonly number[]): Promise<Shipment[]> {
  if (orderIds.length === 0) return [];
  return withContents(handle, isIn(shipments.orderId, orderIds));
}

export async function shipmentById(handle: Handle, id: number): Promise<Shipment | null> {
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
    const known = all.get(shipment.id) ?? { ...shipment, sellerName, contents: [] };
    known.contents.push(content);
    all.set(shipment.id, known);
  }
  return [...all.values()];
}

const unsentRow = z.object({
  number: z.int(),
  placed_at: z.date(),
  shop_url: z.string(),
  state: z.string(),
  products: z.string(),
});
export type UnsentProducts = z.output<typeof unsentRow>;

/** Of paid orders what is in no parcel yet, or packed and not sent. */
export function unsentProducts(handle: Handle): Promise<UnsentProducts[]> {
  return rows(
    handle,
    unsentRow,
    sql`select o.number, o.placed_at, s.shop_url, unsent.state,
        string_agg(unsent.qty || ' x ' || l.name, ', ' order by l.id) as products
      from orders o join order_lines l on l.order_id = o.id and not l.is_giftcard join sellers s on s.id = l.seller_id
        cross join lateral (
          select 'packed' as state, c.qty::int from shipment_lines c join shipments p on p.id = c.shipment_id
            where c.order_line_id = l.id and p.state = 'packed'
          union all
          select 'paid', (l.qty - coalesce(sum(c.qty), 0))::int from shipment_lines c where c.order_line_id = l.id
        ) unsent
      where o.status = 'approved' and unsent.qty > 0
      group by o.id, s.id, unsent.state order by o.id, s.id, unsent.state limit 200`,
  );
}
