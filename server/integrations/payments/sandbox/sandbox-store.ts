import { and, desc, eq, gte, lt } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Handle } from '#server/platform/database/handle.ts';
import { isIn } from '#server/platform/database/rows.ts';
import {
  sandboxPaymentMethods as methods,
  sandboxPayments as payments,
  sandboxRefunds as refunds,
} from '#server/platform/database/schema/schema.ts';
import { sandboxPaymentStates } from '#server/platform/database/schema/states/sandbox-payment.ts';
import { defineLookup, defineStatement, insertStatement, type Place } from '#server/platform/database/statement.ts';
import { defineTransition } from '#server/platform/database/transition.ts';

/** Owner of detached cards; no customer has this id. */
const DETACHED = 'detached';

export type MethodRow = typeof methods.$inferSelect;
export type PaymentRow = typeof payments.$inferSelect;

const readMethod = defineLookup(methods, methods.id);

export async function findMethodById(handle: Handle, id: string): Promise<MethodRow | null> {
  return (await readMethod(handle, id))[0] ?? null;
}

export async function insertMethod(handle: Handle, row: MethodRow): Promise<void> {
  await handle.insert(methods).values(row);
}

export async function attachMethod(
  handle: Handle,
  { id, providerCustomerId }: { id: string; providerCustomerId: string },
): Promise<void> {
  await handle.update(methods).set({ providerCustomerId }).where(eq(methods.id, id));
}

export async function detachMethod(
  handle: Handle,
  { id, providerCustomerId }: { id: string; providerCustomerId: string },
): Promise<boolean> {
  const condition = and(eq(methods.id, id), eq(methods.providerCustomerId, providerCustomerId));
  const detached = await handle
    .update(methods)
    .set({ providerCustomerId: DETACHED })
    .where(condition)
    .returning({ id: methods.id });
  return detached.length === 1;
}

export async function detachMethods(handle: Handle, providerCustomerId: string): Promise<void> {
  const condition = eq(methods.providerCustomerId, providerCustomerId);
  await handle.update(methods).set({ providerCustomerId: DETACHED }).where(condition);
}

export async function listMethods(handle: Handle, providerCustomerId: string): Promise<MethodRow[]> {
  return handle
    .select()
    .from(methods)
    .where(eq(methods.providerCustomerId, providerCustomerId))
    .orderBy(desc(methods.createdAt), desc(methods.id));
}

const insertOnce = insertStatement(payments, (inserting) =>
  inserting.onConflictDoNothing({ target: payments.idempotencyKey }).returning(),
);

export async function insertPaymentOnce(handle: Handle, row: PaymentRow): Promise<PaymentRow> {
  const [newPayment] = await insertOnce(handle, [row]);
  const payment = newPayment ?? (await findPaymentByKey(handle, row.idempotencyKey));
  if (!payment) throw new Error('A payment with this id already exists under another key.');
  return payment;
}

const readByKey = defineLookup(payments, payments.idempotencyKey);

export async function findPaymentByKey(handle: Handle, key: string): Promise<PaymentRow | null> {
  return (await readByKey(handle, key))[0] ?? null;
}

export type PaymentAndMethod = { payment: PaymentRow; method: MethodRow };

export const findPaymentById = readPayment(payments.id);
export const paymentBySecret = readPayment(payments.clientSecret);

function readPayment(column: PgColumn): (handle: Handle, value: string) => Promise<PaymentAndMethod | null> {
  const read = defineStatement((on, place: Place<{ value: string }>) =>
    on
      .select({ payment: payments, method: methods })
      .from(payments)
      .innerJoin(methods, eq(methods.id, payments.paymentMethodId))
      .where(eq(column, place('value'))),
  );
  return async (handle, value) => (await read(handle, { value }))[0] ?? null;
}

const transition = defineTransition(payments, payments.status, sandboxPaymentStates);

type Moving = { id: string; from: PaymentRow['status']; to: PaymentRow['status'] } & Partial<
  Pick<PaymentRow, 'error' | 'hasSecurityCode'>
>;

/** Changes a payment's state only from `from`, so that one of two concurrent callers fails. */
export async function movePayment(handle: Handle, { id, from, to, ...set }: Moving): Promise<PaymentRow | null> {
  const [row] = await transition(handle, { where: id, from: [from], to, set });
  return row ?? null;
}

export async function listPaymentsOfOrder(handle: Handle, orderId: number): Promise<PaymentRow[]> {
  return handle.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(payments.createdAt, payments.id);
}

export type RefundRow = typeof refunds.$inferSelect;

export async function lockPayment(handle: Handle, id: string): Promise<PaymentRow | null> {
  return (await handle.select().from(payments).where(eq(payments.id, id)).for('update'))[0] ?? null;
}

type Window = { from: Date; to: Date };

export async function listPaidPayments(handle: Handle, { from, to }: Window): Promise<PaymentRow[]> {
  const paid = isIn(payments.status, ['succeeded', 'refunded']);
  return handle
    .select()
    .from(payments)
    .where(and(paid, gte(payments.createdAt, from), lt(payments.createdAt, to)));
}

export async function listRefundsInWindow(handle: Handle, { from, to }: Window): Promise<RefundRow[]> {
  return handle
    .select()
    .from(refunds)
    .where(and(gte(refunds.createdAt, from), lt(refunds.createdAt, to)));
}

export async function insertRefund(handle: Handle, row: RefundRow): Promise<void> {
  await handle.insert(refunds).values(row);
}

export async function findRefundById(handle: Handle, id: string): Promise<RefundRow | null> {
  return (await handle.select().from(refunds).where(eq(refunds.id, id)))[0] ?? null;
}

export async function listPaymentRefunds(handle: Handle, paymentId: string): Promise<RefundRow[]> {
  return handle.select().from(refunds).where(eq(refunds.paymentId, paymentId)).orderBy(refunds.createdAt, refunds.id);
}
