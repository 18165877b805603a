import { incrementId } from '#contract/rules/order-number.ts';
import type { Context } from '../context.ts';
import type { Handle } from '../database/handle.ts';
import { insertAction } from './actions-store.ts';

/** Everything that an operator can do by a command and that changes something, by the command and its word. */
export const OPERATOR_ACTIONS = [
  'import',
  'places',
  'orders approve',
  'orders refuse',
  'orders refund',
  'orders clear',
  'orders receipt',
  'orders pack',
  'orders ship',
  'orders received',
  'operator',
  'seller contact',
  'seller gst',
  'seller key',
  'seller till',
  'seller revoke',
  'books reinstate',
  'cards correct',
  'keys rotate',
  'keys reseal',
  'keys remove',
  'restore',
  'link',
  'link --send',
  'link --revoke',
  'customers export',
  'customers erase',
  'customers suspend',
  'customers resume',
  'customers move',
  'customers sessions --end',
] as const;
export type OperatorAction = (typeof OPERATOR_ACTIONS)[number];

/** An order by the number that people know. */
export const orderSubject = ({ number }: { number: number | null }): string => `order ${incrementId(number ?? 0)}`;

export const customerSubject = (customerId: number): string => `customer ${customerId}`;

/** Who acts, and when. */
export type Acting = Pick<Context, 'by'> & { clock: Pick<Context['clock'], 'now'> };

type Facts = Readonly<Record<string, unknown>>;

/** `subject`: 'order 000000012', 'seller SHOP_URL', 'customer 7'. No secrets, and nobody's name or number, in any of it. */
export type Act = {
  action: OperatorAction;
  subject: string;
  before?: Facts | null;
  after?: Facts | null;
  reason?: string;
};

/**
 * Keeps what an operator does, in the transaction that does it. Nothing is written where the shop itself acts, such as
 * in a job.
 */
export async function recordAction(
  { by, clock }: Acting,
  handle: Handle,
  { action, subject, before = null, after = null, reason = '' }: Act,
): Promise<void> {
  if (by === null) return;
  const { osUser, actingAs, operatorId } = by;
  await insertAction(handle, {
    at: clock.now(),
    osUser,
    actingAs,
    operatorId,
    action,
    subject,
    before,
    after,
    reason,
  });
}

/** Work that is no one transaction: one row when it begins, and one when it ends, however it does. */
export async function recordBothEnds<T>(
  parts: Acting & Pick<Context, 'database'>,
  { action, subject, result }: { action: OperatorAction; subject: string; result: (done: T) => Facts },
  work: () => Promise<T>,
): Promise<T> {
  const { orm } = parts.database;
  const record = (after: Facts) => recordAction(parts, orm, { action, subject, after });
  await record({ state: 'begun' });
  try {
    const done = await work();
    await record({ state: 'ended', ...result(done) });
    return done;
  } catch (error) {
    await record({ state: 'failed' });
    throw error;
  }
}
