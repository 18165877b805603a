import { and, eq, inArray, isNotNull, lt, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { purgeColumns } from '#server/platform/database/purge.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import { orders, paymentCustomers, payments } from '#server/platform/database/schema/schema.ts';
import type { PaymentAccount } from '#server/platform/kernel/payment-accounts.ts';

/** Keeps only region, postcode and country, which tax reports need. */
const placeOnly = (
  column: 'shipping_address' | 'billing_address',
) => sql`(${sql.identifier(column)} - '{company,email,customer_address_id,customer_id}'::text[])
  || '{"firstname": "", "lastname": "", "telephone": "", "street": [], "city": ""}'::jsonb`;

const shippingAddress = placeOnly('shipping_address');
const billingAddress = placeOnly('billing_address');

export async function anonymiseOrders(tx: Transaction, customerId: number): Promise<void> {
  await tx
    .update(orders)
    .set({ customerName: '', shippingAddress, billingAddress })
    .where(eq(orders.customerId, customerId));
  const orderIds = tx.select({ id: orders.id }).from(orders).where(eq(orders.customerId, customerId));
  await tx
    .update(payments)
    .set({ sender: null, cardPrint: null, typedIn: null })
    .where(inArray(payments.orderId, orderIds));
}

export async function anonymiseOrdersBefore(handle: Handle, before: Date): Promise<void> {
  const set = { customerName: '', shippingAddress, billingAddress };
  await purgeColumns(orders, handle, { set, where: and(lt(orders.createdAt, before), ne(orders.customerName, '')) });
}

export async function listPaymentCustomers(
  handle: Handle,
  customerId: number,
): Promise<{ account: PaymentAccount; providerCustomerId: string }[]> {
  const { account, providerCustomerId } = paymentCustomers;
  const condition = and(eq(paymentCustomers.customerId, customerId), isNotNull(providerCustomerId));
  const keptRows = await handle.select({ account, providerCustomerId }).from(paymentCustomers).where(condition);
  return keptRows.map((row) => ({ ...row, providerCustomerId: row.providerCustomerId ?? '' }));
}

export async function deletePaymentCustomers(tx: Transaction, customerId: number): Promise<void> {
  await tx.delete(paymentCustomers).where(eq(paymentCustomers.customerId, customerId));
}

const open = z.object({ number: z.int().nullable(), why: z.string() });
export type OpenOrder = z.output<typeof open>;

export function openOrders(handle: Handle, customerId: number): Promise<OpenOrder[]> {
  return queryRows(
    handle,
    open,
    sql`select number, why from (
      select o.id, o.number, case
        when o.status in ('pending', 'held') then o.status
        when exists (select from refunds r where r.order_id = o.id and r.state not in ('succeeded', 'failed')) then 'a refund is on its way'
        when exists (select from disputes d where d.order_id = o.id and d.state = 'open') then 'its payment is disputed'
        when o.status = 'approved' and exists (
          select from order_lines l where l.order_id = o.id and not l.is_giftcard and l.qty > coalesce((
            select sum(s.qty) from shipment_lines s join shipments p on p.id = s.shipment_id
              where s.order_line_id = l.id and p.state in ('sent', 'received')), 0)
            + coalesce((select sum(f.line_qty) from refunds f where f.order_line_id = l.id and f.state <> 'failed'), 0)
            and not exists (select from refunds f where f.order_id = o.id and f.order_line_id is null and f.amount_cents >= o.total_cents)
        ) then 'its products were not sent' end as why
      from orders o where o.customer_id = ${customerId}) all_orders
      where why is not null order by id`,
  );
}
