import type { Context } from '#server/context.ts';
import { customerSubject, recordAction } from '#server/domain/operators/record-action.ts';
import { violates } from '#server/platform/database/database-errors.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import type { Actor } from '#server/platform/kernel/actor.ts';
import { readMobile } from '#server/platform/kernel/mobile-number.ts';
import { logSecurity } from '#server/platform/kernel/telemetry/security-events.ts';
import { lockCustomerOfMobile } from '../customers-store.ts';
import { deletePasskeys } from '../devices/passkeys-store.ts';
import { moveAccount } from '../own-account/change-mobile.ts';
import { type CustomerRow, findCustomer, lockCustomer } from '../queries.ts';
import {
  endSessions,
  endVerifications,
  openSessions,
  revokeLinksTo,
  type SessionRow,
} from '../sessions/sessions-store.ts';
import { eraseAccountRows, setSuspended } from './operated-store.ts';

type Parts = Pick<Context, 'database' | 'clock' | 'log'>;

export async function findNamedCustomer(
  { database }: Pick<Context, 'database'>,
  named: string,
): Promise<CustomerRow | null> {
  if (/^[1-9]\d{0,8}$/.test(named)) return findCustomer(database.orm, Number(named));
  const mobile = readMobile(named);
  return mobile ? database.transaction((tx) => lockCustomerOfMobile(tx, mobile)) : null;
}

export async function suspendCustomer(
  parts: Parts,
  { customerId, suspended, reason, actor }: { customerId: number; suspended: boolean; reason: string; actor: Actor },
): Promise<boolean> {
  const now = parts.clock.now();
  const changed = await parts.database.transaction(async (tx) => {
    const customer = await lockCustomer(tx, customerId);
    if (!customer || (customer.suspendedAt !== null) === suspended) return false;
    await setSuspended(tx, customerId, suspended ? now : null);
    if (suspended) {
      await endSessions(tx, { customerId, except: null, now });
      await endVerifications(tx, { customerId, now });
      await revokeLinksTo(tx, { mobile: customer.mobile, now });
    }
    await recordAction({ actor, clock: parts.clock }, tx, {
      action: suspended ? 'customer.suspended' : 'customer.resumed',
      subject: customerSubject(customerId),
      before: { suspended: !suspended },
      after: { suspended },
      reason,
    });
    return true;
  });
  if (changed) logSecurity(parts.log, suspended ? 'customer.suspended' : 'customer.resumed', { customerId });
  return changed;
}

type Moved = 'moved' | 'same' | 'suspended' | 'in use';

/**
 * Moves the account of a customer who lost both number and email. Counts as a number change by email: saved cards must
 * be entered again, and gift cards are held. Revokes all links to the old number.
 */
export async function moveCustomer(
  context: Context,
  { customerId, mobile, reason, actor }: { customerId: number; mobile: string; reason: string; actor: Actor },
): Promise<Moved> {
  try {
    return await context.database.transaction(async (tx): Promise<Moved> => {
      const customer = await lockCustomer(tx, customerId);
      if (!customer || customer.suspendedAt) return 'suspended';
      if (customer.mobile === mobile) return 'same';
      await moveAccount(context, tx, { customer, newMobile: mobile, proof: 'email', keptSession: null });
      await revokeLinksTo(tx, { mobile: customer.mobile, now: context.clock.now() });
      await recordAction({ actor, clock: context.clock }, tx, {
        action: 'customer.moved',
        subject: customerSubject(customerId),
        reason,
        after: { number: 'moved' },
      });
      return 'moved';
    });
  } catch (error) {
    if (violates(error, 'customers_mobile_unique')) return 'in use';
    throw error;
  }
}

export function listSessions(
  { database, clock }: Pick<Parts, 'database' | 'clock'>,
  customerId: number,
): Promise<SessionRow[]> {
  return openSessions(database.orm, { customerId, now: clock.now() });
}

type WaysIn = { sessions: number; links: number; passkeys: number };

/** Ends all sessions, links and passkeys, so that only a new code can sign in. */
export async function endCustomerSessions(
  parts: Parts,
  { customerId, actor }: { customerId: number; actor: Actor },
): Promise<WaysIn> {
  const now = parts.clock.now();
  const noWaysIn: WaysIn = { sessions: 0, links: 0, passkeys: 0 };
  const ended = await parts.database.transaction(async (tx) => {
    const customer = await lockCustomer(tx, customerId);
    if (!customer) return noWaysIn;
    const sessions = await endSessions(tx, { customerId, except: null, now });
    await endVerifications(tx, { customerId, now });
    const links = await revokeLinksTo(tx, { mobile: customer.mobile, now });
    const before = { sessions, links, passkeys: await deletePasskeys(tx, customerId) };
    const act = { action: 'customer.sessions_ended', subject: customerSubject(customerId) } as const;
    await recordAction({ actor, clock: parts.clock }, tx, { ...act, before, after: noWaysIn });
    return before;
  });
  if (ended.passkeys > 0) logSecurity(parts.log, 'passkey.removed', { customerId });
  if (ended.sessions > 0) logSecurity(parts.log, 'session.ended', { customerId, why: 'operator' });
  return ended;
}

export function eraseAccount(tx: Transaction, { customer, now }: { customer: CustomerRow; now: Date }): Promise<void> {
  return eraseAccountRows(tx, customer, now);
}
