import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Handle } from '#server/platform/database/handle.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import type { PaymentAccount } from '#server/platform/kernel/payment-accounts.ts';

const instant = z.date();

/** `refundedCents` includes pending refunds. */
const ownPayment = z.object({
  orderNumber: z.int().nullable(),
  orderId: z.int(),
  paymentId: z.string(),
  key: z.string(),
  state: z.string(),
  amountCents: z.int(),
  refundedCents: z.int(),
  createdAt: instant,
  updatedAt: instant,
});
export type OwnPayment = z.output<typeof ownPayment>;

const ownRefund = z.object({
  orderNumber: z.int().nullable(),
  orderId: z.int(),
  refundId: z.string().nullable(),
  key: z.string(),
  state: z.string(),
  isForeign: z.boolean(),
  amountCents: z.int(),
  createdAt: instant,
  updatedAt: instant,
});
export type OwnRefund = z.output<typeof ownRefund>;

type Query = { account: PaymentAccount; from: Date; to: Date; ids: readonly string[]; keys: readonly string[] };

/** Also includes older and newer payments that the provider listed, matched by its id or our key. */
export function listShopPayments(handle: Handle, query: Query): Promise<OwnPayment[]> {
  const { account, from, to, ids, keys } = query;
  const selectedIds = sql`select id from payments where created_at >= ${from.toISOString()} and created_at < ${to.toISOString()}
    union select id from payments where provider_payment_id = any(${sql.param([...ids])}::text[])
    union select id from payments where idempotency_key = any(${sql.param([...keys])}::text[])`;
  return queryRows(
    handle,
    ownPayment,
    sql`select o.number as "orderNumber", o.id as "orderId", coalesce(p.provider_payment_id, '') as "paymentId",
        p.idempotency_key as key, p.state, p.amount_cents as "amountCents",
        coalesce((select sum(r.amount_cents) from refunds r where r.payment_id = p.id and r.state <> 'failed'), 0)::bigint as "refundedCents",
        p.created_at as "createdAt", p.updated_at as "updatedAt"
      from payments p join orders o on o.id = p.order_id
      where p.id in (${selectedIds}) and p.provider = ${account} order by p.id`,
  );
}

export function listShopRefunds(handle: Handle, query: Query): Promise<OwnRefund[]> {
  const { account, from, to, ids, keys } = query;
  const selectedIds = sql`select id from refunds where created_at >= ${from.toISOString()} and created_at < ${to.toISOString()}
    union select id from refunds where provider_refund_id = any(${sql.param([...ids])}::text[])
    union select id from refunds where idempotency_key = any(${sql.param([...keys])}::text[])`;
  return queryRows(
    handle,
    ownRefund,
    sql`select o.number as "orderNumber", o.id as "orderId", r.provider_refund_id as "refundId", r.idempotency_key as key,
        r.state, r.requested_by = 'provider' as "isForeign", r.amount_cents as "amountCents",
        r.created_at as "createdAt", r.updated_at as "updatedAt"
      from refunds r join payments p on p.id = r.payment_id join orders o on o.id = r.order_id
      where r.id in (${selectedIds}) and p.provider = ${account} order by r.id`,
  );
}
