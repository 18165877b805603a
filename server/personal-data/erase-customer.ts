import { eraseCarts } from '../cart/personal-data.ts';
import type { Context } from '../context.ts';
import { findCustomer, lockCustomer } from '../customers/customer.ts';
import { eraseAccount } from '../customers/operated/operated-customers.ts';
import { eraseCards, openCardsOf } from '../gift-cards/personal-data.ts';
import { eraseIdempotencyKeys } from '../http/idempotency.ts';
import { logSecurity } from '../kernel/telemetry/security-events.ts';
import { eraseRecipient, unsentTo } from '../messaging/purge-messages.ts';
import { customerSubject, recordAction } from '../operators/record-action.ts';
import { anonymiseOrders, deleteAtProvider, openOrdersOf } from '../orders/personal-data.ts';
import { eraseLeads } from '../site/purge-leads.ts';

type Erasing = { customerId: number; force: boolean; reason: string };
/** `left`: ids at accounts of the payment provider whose keys are not here. */
type Erased = { erased: true; left: string[] } | { erased: false; because: string[] };

/**
 * Erases a person: what tax law keeps (orders, the ledger, entries of gift cards) says no more who it was, all else is
 * deleted, at the payment provider, too, and nobody signs in with the account. Not while something is open; what is
 * left on gift cards they bought is no bar with `force`: whoever has the card can spend it (docs/decisions/052).
 */
export async function eraseCustomer(context: Context, { customerId, force, reason }: Erasing): Promise<Erased> {
  const customer = await findCustomer(context.database.orm, customerId);
  if (!customer || customer.erasedAt) return { erased: false, because: ['They are erased already.'] };
  const because = await reasonsAgainst(context, { customerId, force });
  if (because.length > 0) return { erased: false, because };
  const subject = customerSubject(customerId);
  const record = { action: 'customers erase', subject, reason } as const;
  await recordAction(context, context.database.orm, { ...record, after: { state: 'begun' } });
  // First, for it may fail: then nothing is erased here, and the command is given again.
  const left = await deleteAtProvider(context, customerId);
  await context.database.transaction(async (tx) => {
    const now = context.clock.now();
    const locked = await lockCustomer(tx, customerId);
    if (!locked) throw new Error(`Customer ${customerId} is gone.`);
    const { mobile, email, unprovedEmail } = locked;
    await eraseCarts(tx, customerId);
    await eraseCards(tx, { customerId, mobile });
    await anonymiseOrders(tx, customerId);
    await eraseRecipient(tx, [mobile, email, ...(unprovedEmail === null ? [] : [unprovedEmail])]);
    await eraseIdempotencyKeys(tx, customerId);
    await eraseLeads(tx, email);
    await eraseAccount(tx, { customer: locked, now });
    await recordAction(context, tx, { ...record, before: { erased: false }, after: { erased: true, forced: force } });
  });
  context.changes.sessions.change(customerId);
  logSecurity(context.log, 'customer.erased', { customerId });
  return { erased: true, left };
}

async function reasonsAgainst(context: Context, { customerId, force }: Omit<Erasing, 'reason'>): Promise<string[]> {
  const customer = await findCustomer(context.database.orm, customerId);
  const orders = await openOrdersOf(context, customerId);
  const { scheduled, withValue } = await openCardsOf(context, customerId);
  const unsent = customer ? await unsentTo(context, [customer.mobile, customer.email]) : 0;
  const messages = unsent > 0 ? [`${unsent} messages to them are still to be sent.`] : [];
  const value = withValue.map((sentence) => `${sentence} With --force it stays with whoever has the card.`);
  const since = customer?.unprovedSince?.toISOString().slice(0, 10);
  const unproved = since
    ? [`They have not proved since ${since} that all of it is theirs. With --force it goes all the same.`]
    : [];
  return [...orders, ...scheduled, ...messages, ...(force ? [] : [...unproved, ...value])];
}
