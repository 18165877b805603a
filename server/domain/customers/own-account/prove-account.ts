import type { Context } from '#server/context.ts';
import { runResultTransaction } from '#server/platform/database/transaction-result.ts';
import { fieldErrors, isAppError, type Result } from '#server/platform/kernel/errors.ts';
import { logSecurity } from '#server/platform/kernel/telemetry/security-events.ts';
import { updateCustomer } from '../customers-store.ts';
import { deletePasskeys } from '../devices/passkeys-store.ts';
import { shownContact } from '../former-owner-rules.ts';
import { findCustomer, lockCustomer } from '../queries.ts';
import { identifyCodeHolder, recentProofError, type Session } from '../sessions/sessions.ts';
import { confirmCode } from '../sign-in/codes-store.ts';
import { mailboxDenial, readEmailCode, resolveProofEmail } from './email-proof.ts';

const PROVED = { unprovedSince: null, unprovedEmail: null };
type Answer = { status: true };

/** Verifies a customer who returns after 90 days, which shows their earlier records again. */
export async function proveAccount(
  context: Context,
  { session, browser: cookie, code }: { session: Session; browser: string | null; code: string },
): Promise<Result<Answer>> {
  const { customerId } = session;
  const customer = await findCustomer(context.database.orm, customerId);
  if (!customer?.unprovedSince) return { status: true };
  const email = resolveProofEmail(customer);
  const browser = identifyCodeHolder(cookie, session);
  const proof = await readEmailCode(context, { email, browser, code, customer });
  if (isAppError(proof)) return proof;
  return runResultTransaction(context.database, async (tx): Promise<Result<Answer>> => {
    const locked = await lockCustomer(tx, customerId);
    const now = context.clock.now();
    const denial = locked && mailboxDenial(locked, { email, now });
    if (denial) return fieldErrors({ email_code: denial });
    const confirmed = await confirmCode(tx, { id: proof.codeId, recipient: email, browser, now });
    if (!confirmed) return fieldErrors({ email_code: 'code_expired' });
    await updateCustomer(tx, customerId, PROVED);
    context.log.info({ customerId }, 'customer.proved');
    return { status: true };
  });
}

/**
 * Hides earlier records for good; the last name and email stay masked. Requires a recent code, because it deletes
 * passkeys.
 */
export async function startAfresh(context: Context, session: Session): Promise<Result<Answer>> {
  const error = recentProofError(context, session);
  if (error) return error;
  const { customerId } = session;
  return context.database.transaction(async (tx) => {
    const customer = await lockCustomer(tx, customerId);
    if (!customer?.unprovedSince) return { status: true };
    // All passkeys of an unverified account belong to its former owner.
    const removed = await deletePasskeys(tx, customerId);
    if (removed > 0) logSecurity(context.log, 'passkey.removed', { customerId });
    const { lastname } = shownContact(customer);
    await updateCustomer(tx, customerId, { ...PROVED, recordsFrom: customer.unprovedSince, lastname });
    context.log.info({ customerId }, 'customer.started_afresh');
    return { status: true };
  });
}
