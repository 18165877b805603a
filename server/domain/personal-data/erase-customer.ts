import type { Context } from '#server/context.ts';
import { eraseCarts } from '#server/domain/cart/personal-data.ts';
import { eraseAccount } from '#server/domain/customers/operated/operated-customers.ts';
import { type CustomerRow, findCustomer, lockCustomer } from '#server/domain/customers/queries.ts';
import { eraseCards, listOpenCards } from '#server/domain/gift-cards/personal-data/personal-data.ts';
import { customerSubject, recordAction } from '#server/domain/operators/record-action.ts';
import { anonymiseOrders, deleteAtProvider, listOpenOrders } from '#server/domain/orders/personal-data.ts';
import { eraseLeads } from '#server/domain/site/purge-leads.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { eraseIdempotencyKeys } from '#server/platform/http/idempotency.ts';
import type { Actor } from '#server/platform/kernel/actor.ts';
import { formatCount } from '#server/platform/kernel/plain-texts.ts';
import { logSecurity } from '#server/platform/kernel/telemetry/security-events.ts';
import { countUnsentToRecipients, eraseRecipient } from '#server/platform/messaging/purge-messages.ts';

type Erasing = { customerId: number; force: boolean; reason: string; actor: Actor };
/** `left`: the customer's ids in provider accounts for which the shop has no keys. */
type Erased = { erased: true; left: string[] } | { erased: false; because: string[] };

/**
 * Anonymises what tax law makes us keep (orders, ledger) and deletes everything else, including at the payment
 * provider. Refuses while something is open; `force` ignores value left on bought cards, which recipients can spend
 * (docs/decisions/052).
 */
export async function eraseCustomer(context: Context, { customerId, force, reason, actor }: Erasing): Promise<Erased> {
  const { orm } = context.database;
  const acting = { actor, clock: context.clock };
  const found = await findCustomer(orm, customerId);
  const now = context.clock.now();
  const early = await listErasureBlockers(orm, { customer: found, force, now });
  if (early.length > 0) return { erased: false, because: early };
  const subject = customerSubject(customerId);
  const record = { action: 'customer.erased', subject, reason } as const;
  await recordAction(acting, orm, { ...record, after: { state: 'begun' } });
  // Deletes at the provider first, so that a failure there erases nothing and the command can be retried.
  const left = await deleteAtProvider(context, customerId);
  const because = await context.database.transaction(async (tx) => {
    const locked = await lockCustomer(tx, customerId);
    if (!locked) throw new Error(`Customer ${customerId} does not exist.`);
    // Check again, because the customer may have bought something since the first check.
    const late = await listErasureBlockers(tx, { customer: locked, force, now: context.clock.now() });
    if (late.length > 0) return late;
    const { mobile } = locked;
    const mailboxes = listMailboxes(locked);
    await eraseCarts(tx, customerId);
    await eraseCards(tx, { customerId, mobile });
    await anonymiseOrders(tx, customerId);
    await eraseRecipient(tx, [mobile, ...mailboxes]);
    await eraseIdempotencyKeys(tx, customerId);
    await eraseLeads(tx, mailboxes);
    await eraseAccount(tx, { customer: locked, now: context.clock.now() });
    await recordAction(acting, tx, { ...record, before: { erased: false }, after: { erased: true, forced: force } });
    return [];
  });
  if (because.length > 0) return { erased: false, because };
  context.changes.sessions.change(customerId);
  logSecurity(context.log, 'customer.erased', { customerId });
  return { erased: true, left };
}

type Asked = { customer: CustomerRow | null; force: boolean; now: Date };

async function listErasureBlockers(handle: Handle, { customer, force, now }: Asked): Promise<string[]> {
  if (!customer || customer.erasedAt) return ['The customer has already been erased.'];
  const { id: customerId, mobile, unprovedSince } = customer;
  const orders = await listOpenOrders(handle, customerId);
  const { scheduled, withValue } = await listOpenCards(handle, { customerId, now });
  const unsent = await countUnsentToRecipients(handle, [mobile, ...listMailboxes(customer)]);
  const toThem = formatCount(unsent, 'message to the customer is', 'messages to the customer are');
  const messages = unsent > 0 ? [`${toThem} not sent yet.`] : [];
  const value = withValue.map((sentence) => `${sentence} With --force the holder of the card keeps it.`);
  const since = unprovedSince?.toISOString().slice(0, 10);
  const unverifiedWarning = since
    ? [`They have not confirmed since ${since} that everything is theirs. With --force it is erased anyway.`]
    : [];
  return [...orders, ...scheduled, ...messages, ...(force ? [] : [...unverifiedWarning, ...value])];
}

const listMailboxes = ({ email, unprovedEmail }: CustomerRow): string[] =>
  unprovedEmail ? [email, unprovedEmail] : [email];
