import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { purgeColumns } from '#server/platform/database/purge.ts';
import { isIn, queryRows } from '#server/platform/database/rows.ts';
import { payments } from '#server/platform/database/schema/schema.ts';
import { LIVE_PAYMENT_STATES, paymentStates } from '#server/platform/database/schema/states/payment.ts';
import { requireInitialState } from '#server/platform/database/schema/states/state-machine.ts';
import { defineLookup, defineStatement, insertStatement, type Place } from '#server/platform/database/statement.ts';
import { defineRowTransition } from '#server/platform/database/transition.ts';
import type { PaymentAccount } from '#server/platform/kernel/payment-accounts.ts';

export const JOB_BATCH_SIZE = 100;

export type PaymentRow = typeof payments.$inferSelect;
type NewPayment = Omit<typeof payments.$inferInsert, 'id' | 'state'>;

/** The only statement that sets a payment's state; call with the order locked. */
export const movePayment = defineRowTransition(payments, payments.state, paymentStates);

const readById = defineLookup(payments, payments.id);
const lockById = defineLookup(payments, payments.id, 'update');

export async function findPaymentById(handle: Handle, id: number): Promise<PaymentRow | null> {
  return (await readById(handle, id))[0] ?? null;
}

/** Call with the order locked. */
export async function lockPayment(tx: Transaction, id: number): Promise<PaymentRow | null> {
  return (await lockById(tx, id))[0] ?? null;
}

export async function listPayments(handle: Handle, orderId: number): Promise<PaymentRow[]> {
  return handle.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(payments.id);
}

export async function findLivePayment(handle: Handle, orderId: number): Promise<PaymentRow | null> {
  const live = and(eq(payments.orderId, orderId), isIn(payments.state, LIVE_PAYMENT_STATES));
  return (await handle.select().from(payments).where(live))[0] ?? null;
}

export const PAID_STATES = ['authorised', 'captured', 'refunded'] as const;

/** Also returns a payment that is only authorised or was refunded. */
export async function findPaidPayment(handle: Handle, orderId: number): Promise<PaymentRow | null> {
  const paid = and(eq(payments.orderId, orderId), isIn(payments.state, PAID_STATES));
  return (await handle.select().from(payments).where(paid))[0] ?? null;
}

/** Finds a payment by provider id or, while no provider id is stored, by our idempotency key. */
export async function findPaymentOfProvider(
  handle: Handle,
  { paymentId, key }: { paymentId: string; key: string | null },
): Promise<PaymentRow | null> {
  const byId = await handle.select().from(payments).where(eq(payments.providerPaymentId, paymentId));
  if (byId[0] || key === null) return byId[0] ?? null;
  const byKey = await handle.select().from(payments).where(eq(payments.idempotencyKey, key));
  return byKey.find((payment) => payment.providerPaymentId === null) ?? null;
}

const readAttempts = defineStatement((on, place: Place<{ cartId: number }>) =>
  on
    .select()
    .from(payments)
    .where(sql`${payments.orderId} in (select id from orders where cart_id = ${place('cartId')})`),
);

export async function findAttemptsOfCart(
  handle: Handle,
  cartId: number,
): Promise<{ count: number; livePayment: PaymentRow | null }> {
  const attempts = await readAttempts(handle, { cartId });
  return { count: attempts.length, livePayment: attempts.find(isLive) ?? null };
}

const isLive = ({ state }: PaymentRow): boolean => LIVE_PAYMENT_STATES.some((live) => live === state);

const insert = insertStatement(payments, (inserting) => inserting.returning());

export async function insertPayment(tx: Transaction, fields: NewPayment): Promise<PaymentRow> {
  const state = requireInitialState(paymentStates, 'started');
  const [payment] = await insert(tx, [{ ...fields, state }]);
  if (!payment) throw new Error('The insert of a payment returned no row.');
  return payment;
}

/** Moves the payment to the end of the queue, so that a stuck payment cannot block the queue. */
export async function touchPayment(handle: Handle, id: number, now: Date): Promise<void> {
  await handle.update(payments).set({ updatedAt: now }).where(eq(payments.id, id));
}

export async function setProviderPaymentId(handle: Handle, id: number, providerPaymentId: string): Promise<void> {
  await handle.update(payments).set({ providerPaymentId }).where(eq(payments.id, id));
}

type Keeping = { id: number; paymentId: string; cardPrint: string | null; now: Date; since: Date; atMost: number };
const keepCreated = defineStatement((on, place: Place<Omit<Keeping, 'atMost'> & { offset: number }>) =>
  on
    .update(payments)
    .set({
      providerPaymentId: sql`coalesce(${payments.providerPaymentId}, ${place('paymentId')})`,
      cardPrint: sql`coalesce(${payments.cardPrint}, ${place('cardPrint')})`,
      updatedAt: place('now', payments.updatedAt),
    })
    .where(and(eq(payments.id, place('id')), isIn(payments.state, LIVE_PAYMENT_STATES)))
    .returning({
      paymentId: payments.providerPaymentId,
      limitedBy: sql`(select extract(epoch from p.declined_at)::float8 * 1000 from payments p
        where p.card_print = ${place('cardPrint')} and p.declined_at > ${place('since', payments.declinedAt)}
        order by p.declined_at desc limit 1 offset ${place('offset')}::int)`.mapWith((ms: number) => new Date(ms)),
    }),
);

/**
 * Stores the provider's id of a live attempt unless one is stored. Returns null if the attempt has ended. `limitedBy`:
 * the time of the oldest of the payment card's latest `atMost` declines.
 */
export async function recordCreatedPayment(
  handle: Handle,
  { atMost, ...keeping }: Keeping,
): Promise<{ paymentId: string; limitedBy: Date | null } | null> {
  const [row] = await keepCreated(handle, { ...keeping, offset: atMost - 1 });
  if (!row?.paymentId) return null;
  const limitedBy: Date | null = row.limitedBy;
  return { paymentId: row.paymentId, limitedBy };
}

export async function listPendingOrderIds(handle: Handle, before: Date): Promise<number[]> {
  const pending = await queryRows(
    handle,
    z.object({ id: z.int() }),
    sql`select orders.id from orders join payments on payments.order_id = orders.id
      where orders.status = 'pending' and payments.state in ('started', 'requires_action') and payments.updated_at < ${before.toISOString()}
      order by payments.updated_at limit ${JOB_BATCH_SIZE}`,
  );
  return pending.map((order) => order.id);
}

/** Selects rows of the provider account in use that were last checked before `before`. */
export type Unasked = { account: PaymentAccount; before: Date };

export async function listHeldPayments(handle: Handle, { account, before }: Unasked): Promise<PaymentRow[]> {
  const heldCondition = and(
    eq(payments.state, 'authorised'),
    lt(payments.updatedAt, before),
    eq(payments.provider, account),
  );
  return handle.select().from(payments).where(heldCondition).orderBy(payments.updatedAt).limit(JOB_BATCH_SIZE);
}

export async function listEndedPayments(handle: Handle, { account, before }: Unasked): Promise<PaymentRow[]> {
  const ended = and(
    sql`${payments.state} in ('declined', 'voided') and ${payments.providerPaymentId} is not null`,
    isNull(payments.recheckedAt),
    lt(payments.updatedAt, before),
    eq(payments.provider, account),
  );
  return handle.select().from(payments).where(ended).orderBy(payments.updatedAt).limit(JOB_BATCH_SIZE);
}

export async function markRechecked(handle: Handle, id: number, now: Date): Promise<void> {
  await handle.update(payments).set({ recheckedAt: now }).where(eq(payments.id, id));
}

export async function deleteSenders(handle: Handle, before: Date): Promise<void> {
  const old = and(isNotNull(payments.sender), lt(payments.createdAt, before));
  await purgeColumns(payments, handle, { set: { sender: null, cardPrint: null, typedIn: null }, where: old });
}
