import { isAustralianMobile } from '#contract/rules/customer/mobile.ts';
import type { Context } from '#server/context.ts';
import { violates } from '#server/platform/database/database-errors.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { runResultTransaction } from '#server/platform/database/transaction-result.ts';
import { fieldErrors, isAppError, type Result } from '#server/platform/kernel/errors.ts';
import { logSecurity } from '#server/platform/kernel/telemetry/security-events.ts';
import { lockCustomerOfMobile, updateCustomer } from '../customers-store.ts';
import { deletePasskeys } from '../devices/passkeys-store.ts';
import { placeholderMobile } from '../former-owner-rules.ts';
import { queueEmailChanged, queueMobileChanged, queueMoveReminder } from '../messages/change-messages.ts';
import { type CustomerRow, findCustomer, lockCustomer } from '../queries.ts';
import { identifyCodeHolder, type Session } from '../sessions/sessions.ts';
import { endSessions } from '../sessions/sessions-store.ts';
import { confirmCode } from '../sign-in/codes-store.ts';
import { type GenuineJwt, readJwt } from '../sign-in/jwts.ts';
import { claimVerification } from '../sign-in/phone-verifications-store.ts';
import {
  type EmailProof,
  findCustomerToRecover,
  mailboxDenial,
  readEmailCode,
  resolveProofEmail,
} from './email-proof.ts';
import { endMobileProofs, wasUsedSince, writeMobileChange } from './mobile-changes-store.ts';

type Answer = { status: true; mobile: string };
type Proof = { old: GenuineJwt } | EmailProof;
type KeptSession = Pick<Session, 'tokenHash' | 'passkeySince'>;
type Change = {
  customerId: number;
  next: GenuineJwt;
  proof: Proof;
  browser: string | null;
  keptSession: KeptSession | null;
  takeMobile: boolean;
};

export async function changeMobile(
  context: Context,
  request: { session: Session; browser: string | null; jwt: string; oldJwt: string; emailCode: string },
): Promise<Result<Answer>> {
  const { session: keptSession } = request;
  const { customerId } = keptSession;
  const next = await readNewMobile(context, request.jwt);
  if (isAppError(next)) return next;
  const customer = await findCustomer(context.database.orm, customerId);
  if (!customer) throw new Error(`Customer ${customerId} does not exist.`);
  // This is a retry: the first request changed the number, but its response was lost.
  if (customer.mobile === next.mobile) return { status: true, mobile: next.mobile };
  const { browser } = request;
  const proof = await readProof(context, { customer, ...request, browser: identifyCodeHolder(browser, keptSession) });
  if (isAppError(proof)) return proof;
  return change(context, { customerId, next, proof, browser, keptSession, takeMobile: false });
}

/**
 * Moves the account to a new number for a customer who cannot sign in. With `takeMobile`, another account that has this
 * number loses it. An account that was used after it became idle can be recovered only by an operator.
 */
export async function recoverAccount(
  context: Context,
  request: { jwt: string; email: string; browser: string | null; emailCode: string; takeMobile: boolean },
): Promise<Result<Answer>> {
  const next = await readNewMobile(context, request.jwt);
  if (isAppError(next)) return next;
  const email = request.email.trim().toLowerCase();
  const customer = await findCustomerToRecover(context, email);
  const { browser, emailCode: code, takeMobile } = request;
  const proof = await readEmailCode(context, { email, browser, code, customer });
  if (isAppError(proof)) return proof;
  if (!customer) throw new Error('A confirmed email code belongs to no customer.');
  return change(context, { customerId: customer.id, next, proof, browser, keptSession: null, takeMobile });
}

async function readNewMobile(context: Context, jwt: string): Promise<Result<GenuineJwt>> {
  const next = await readJwt(context, jwt);
  if (next?.kind !== 'sign-in' || next.expired) return fieldErrors({ mobile: 'mobile_not_proved' });
  return isAustralianMobile(next.mobile) ? next : fieldErrors({ mobile: 'new_mobile_not_australian' });
}

async function readProof(
  context: Context,
  {
    customer,
    browser,
    oldJwt,
    emailCode: code,
  }: { customer: CustomerRow; browser: string | null; oldJwt: string; emailCode: string },
): Promise<Result<Proof>> {
  const notProved = fieldErrors({ old_mobile: 'old_mobile_not_proved' });
  if (code !== '') return readEmailCode(context, { email: resolveProofEmail(customer), browser, code, customer });
  const old = await readJwt(context, oldJwt);
  return old?.kind === 'sign-in' && !old.expired && old.mobile === customer.mobile ? { old } : notProved;
}

async function change(context: Context, request: Change): Promise<Result<Answer>> {
  try {
    return await runResultTransaction(context.database, (tx) => changeIn(context, tx, request));
  } catch (error) {
    // Reveals that the number is taken only to a caller who has verified it.
    if (violates(error, 'customers_mobile_unique')) return fieldErrors({ mobile: 'mobile_in_use' });
    // The customer's former email now belongs to another account.
    if (violates(error, 'customers_email')) return fieldErrors({ email: 'email_taken' });
    throw error;
  }
}

async function changeIn(
  context: Context,
  tx: Transaction,
  { customerId, next, proof, browser, keptSession, takeMobile }: Change,
): Promise<Result<Answer>> {
  const now = context.clock.now();
  const customer = await lockCustomer(tx, customerId);
  if (!customer || customer.suspendedAt) return fieldErrors({ mobile: 'old_mobile_not_proved' });
  if (customer.mobile === next.mobile) return { status: true, mobile: next.mobile };
  const claimed = await claimVerification(tx, { mobile: next.mobile, holder: { jti: next.jti, browser }, now });
  if (!claimed) return fieldErrors({ mobile: 'mobile_not_proved' });
  const spent = await spendProof(tx, { customer, proof, browser, now });
  if (isAppError(spent)) return spent;
  // Records added while the account is unverified may belong to the number's new owner, but the email belongs to the
  // former owner.
  const since = keptSession === null ? customer.unprovedSince : null;
  const isUsed = since !== null && (await wasUsedSince(tx, { customerId, since }));
  if (isUsed) return fieldErrors({ email_code: 'account_used_since' });
  if (takeMobile) await releaseMobile(context, tx, { mobile: next.mobile, now });
  await moveAccount(context, tx, { customer, newMobile: next.mobile, proof: spent, keptSession });
  return { status: true, mobile: next.mobile };
}

type Move = { customer: CustomerRow; newMobile: string; proof: 'code' | 'email'; keptSession: KeptSession | null };

/**
 * Lock the account first. Pass `email` for every proof weaker than a code to the old number, including an operator's
 * check.
 */
export async function moveAccount(
  context: Context,
  tx: Transaction,
  { customer, newMobile, proof, keptSession }: Move,
): Promise<void> {
  const now = context.clock.now();
  const { id: customerId } = customer;
  const isWeak = proof === 'email';
  await writeMobileChange(tx, {
    change: { customerId, oldMobile: customer.mobile, newMobile, proof, createdAt: now },
    // Proof by email verifies an idle account, but unlocks no payment cards saved before.
    also: isWeak ? { cardsFrom: now, unprovedSince: null, unprovedEmail: null, lastSeenAt: now } : {},
  });
  await endMobileProofs(tx, { mobile: customer.mobile, now });
  if (keptSession === null && isWeak) await restoreEmail(context, tx, { customer, now });
  // Deletes passkeys, because someone who found the lost phone may have added one.
  const except = { exceptAddedAt: keptSession?.passkeySince ?? null };
  const removed = isWeak ? await deletePasskeys(tx, customerId, except) : 0;
  await endSessions(tx, { customerId, except: keptSession?.tokenHash ?? null, now });
  await queueMobileChanged(context, tx, { customer, alsoByText: true, now });
  if (isWeak) await queueMoveReminder(context, tx, { customer, now });
  context.log.info({ customerId, proof }, 'customer.mobile_changed');
  if (removed > 0) logSecurity(context.log, 'passkey.removed', { customerId });
  logSecurity(context.log, 'session.ended', { customerId, why: 'mobile changed' });
}

/**
 * Restores the former email, because the number's new owner could recover the account a week later with an email they
 * set.
 */
async function restoreEmail(
  context: Context,
  tx: Transaction,
  { customer, now }: { customer: CustomerRow; now: Date },
): Promise<void> {
  const { id, email, unprovedEmail } = customer;
  if (!unprovedEmail || unprovedEmail === email) return;
  await updateCustomer(tx, id, { email: unprovedEmail, emailChangedAt: null, emailConfirmed: true });
  if (unprovedEmail.toLowerCase() !== email.toLowerCase()) await queueEmailChanged(context, tx, { customer, now });
}

/** Leaves the other account without a number. It can then be recovered by its email. */
async function releaseMobile(
  context: Context,
  tx: Transaction,
  { mobile, now }: { mobile: string; now: Date },
): Promise<void> {
  const holder = await lockCustomerOfMobile(tx, mobile);
  // A suspended customer keeps the number; the unique index then rejects the change.
  if (!holder || holder.suspendedAt) return;
  const { id: customerId } = holder;
  const change = {
    customerId,
    oldMobile: mobile,
    newMobile: placeholderMobile(customerId),
    proof: 'code',
    createdAt: now,
  } as const;
  await writeMobileChange(tx, { change, also: {} });
  await endSessions(tx, { customerId, except: null, now });
  // Sends no text, because the caller has verified this number.
  await queueMobileChanged(context, tx, { customer: holder, alsoByText: false, now });
  context.log.info({ customerId, proof: 'code' }, 'customer.mobile_changed');
  logSecurity(context.log, 'session.ended', { customerId, why: 'mobile taken' });
}

async function spendProof(
  tx: Transaction,
  { customer, proof, browser, now }: { customer: CustomerRow; proof: Proof; browser: string | null; now: Date },
): Promise<Result<'code' | 'email'>> {
  const notProved = fieldErrors({ old_mobile: 'old_mobile_not_proved' });
  if ('old' in proof) {
    const { mobile, jti } = proof.old;
    if (mobile !== customer.mobile) return notProved;
    return (await claimVerification(tx, { mobile, holder: { jti, browser }, now })) ? 'code' : notProved;
  }
  const { codeId: id, email } = proof;
  const denial = mailboxDenial(customer, { email, now });
  if (denial) return fieldErrors({ email_code: denial });
  const confirmed = await confirmCode(tx, { id, recipient: email, browser: proof.browser, now });
  return confirmed ? 'email' : fieldErrors({ email_code: 'code_expired' });
}
