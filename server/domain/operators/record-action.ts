import { toIncrementId } from '#contract/rules/order-number.ts';
import type { Context } from '#server/context.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { type Actor, toAuditFields } from '#server/platform/kernel/actor.ts';
import { insertAction } from './actions-store.ts';

export const AUDIT_EVENTS = [
  'card.held',
  'card.redeemed',
  'hold.captured',
  'hold.released',
  'redemption.reversed',
  'backup.restored',
  'campaign.sent',
  'card.number_corrected',
  'card.reinstated',
  'cards.resealed',
  'catalogue.imported',
  'customer.erased',
  'customer.exported',
  'customer.moved',
  'customer.resumed',
  'customer.sessions_ended',
  'customer.suspended',
  'key.made',
  'key.revoked',
  'link.made',
  'link.revoked',
  'operator.saved',
  'order.approved',
  'order.receipt_sent',
  'order.refunded',
  'order.refused',
  'order.warning_cleared',
  'places.loaded',
  'sealing_key.removed',
  'sealing_key.rotated',
  'seller.contact_changed',
  'seller.gst_changed',
  'shipment.packed',
  'shipment.received',
  'shipment.sent',
  'till.made',
] as const;
export type AuditEvent = (typeof AUDIT_EVENTS)[number];

export const orderSubject = ({ number }: { number: number | null }): string => `order ${toIncrementId(number ?? 0)}`;

export const customerSubject = (customerId: number): string => `customer ${customerId}`;

export type Acting = { actor: Actor; clock: Pick<Context['clock'], 'now'> };

type Facts = Readonly<Record<string, unknown>>;

/** `subject`: such as 'order 000000012', 'seller SHOP_URL' or 'customer 7', without secrets, names or phone numbers. */
export type Act = {
  action: AuditEvent;
  subject: string;
  before?: Facts | null;
  after?: Facts | null;
  reason?: string;
};

/** Call it within the action's transaction. Ignores actions of customers, tills and jobs. */
export async function recordAction(
  { actor, clock }: Acting,
  handle: Handle,
  { action, subject, before = null, after = null, reason = '' }: Act,
): Promise<void> {
  const audited = toAuditFields(actor);
  if (audited === null) return;
  await insertAction(handle, {
    at: clock.now(),
    ...audited,
    action,
    subject,
    before,
    after,
    reason,
  });
}

/** Records the start and end of an action that spans transactions, even if it fails. */
export async function recordBothEnds<T>(
  parts: Acting & Pick<Context, 'database'>,
  { action, subject, result }: { action: AuditEvent; subject: string; result: (done: T) => Facts },
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
