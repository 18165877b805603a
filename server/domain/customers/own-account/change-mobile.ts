import { isAustralianMobile } from '#contract/rules/customer/mobile.ts';
import type { Context } from '#server/context.ts';
import { violates } from '#server/platform/database/database-errors.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { transactionResult } from '#server/platform/database/transaction-result.ts';
import { fieldErrors, isAppError, type Result } from '#server/platform/kernel/errors.ts';
import { logSecurity } from '#server/platform/kernel/telemetry/security-events.ts';
import { lockCustomerOfMobile, updateCustomer } from '../customers-store.ts';
import { deletePasskeysOf } from '../devices/passkeys-store.ts';
import { noMobile } from '../former-owner-rules.ts';
import { queueEmailChanged, queueMobileChanged, queueMoveReminder } from '../messages/change-messages.ts';
import { type CustomerRow, findCustomer, lockCustomer } from '../queries.ts';
import { codeHolder, type Session } from '../sessions/sessions.ts';
import { endSessions } from '../sessions/sessions-store.ts';
import { confirmCode } from '../sign-in/codes-store.ts';
import { type GenuineJwt, readJwt } from '../sign-in/jwts.ts';
import { claimVerification } from '../sign-in/phone-verifications-store.ts';
import { customerToRecover, type EmailProof, mailboxDenial, proofEmailOf, readEmailCode } from './email-proof.ts';
import { endProofsOf, wasUsedSince, writeMobileChange } from './mobile-changes-store.ts';

type Answer = { status: true; mobile: string };
/** What is proved beside the new number. */
type Proof = { old: GenuineJwt } | EmailProof;
type KeptSession = Pick<Session, 'tokenHash' | 'passkeySince'>;
type Change = {
  customerId: number;
  next: GenuineJwt;
  proof: Proof;
  browser: string | null;
  /** That asks, if it is signed in. */
  keptSession: KeptSession | null;
  /** Also from another account that has the number. */
  takeMobile: boolean;
};

/** Moves the signed-in customer's account to a number that was proved, given proof of the old one or of the mailbox. */
export async function changeMobile(
  context: Context,
  request: { session: Session; browser: string | null; jwt: string; oldJwt: string; emailCode: string },
): Promise<Result<Answer>> {
  const { session: keptSession } = request;
  const { customerId } = keptSession;
  const next = await newMobile(context, request.jwt);
  if (isAppError(next)) return next;
  const customer = await findCustomer(context.database.orm, customerId);
  if (!customer) throw new Error(`Customer ${customerId} is gone.`);
  // The answer to the same change was lost.
  if (customer.mobile === next.mobile) return { status: true, mobile: next.mobile };
  const { browser } = request;
  const proof = await proofOf(context, { customer, ...request, browser: codeHolder(browser, keptSession) });
  if (isAppError(proof)) return proof;
  return change(context, { customerId, next, proof, browser, keptSession, takeMobile: false });
}

/**
 * The same for who has lost the number and cannot sign in: proof of the mailbox alone, and of the new number. Who has an
 * account by the new number as well can have that one left without a number. Where somebody has used the account since it
 * was idle, only an operator can say whose that is.
 */
export async function recoverAccount(
  context: Context,
  request: { jwt: string; email: string; browser: string | null; emailCode: string; takeMobile: boolean },
): Promise<Result<Answer>> {
  const next = await newMobile(context, request.jwt);
  if (isAppError(next)) return next;
  const email = request.email.trim().toLowerCase();
  const customer = await customerToRecover(context, email);
  const { browser, emailCode: code, takeMobile } = request;
  const proof = await readEmailCode(context, { email, browser, code, customer });
  if (isAppError(proof)) return proof;
  if (!customer) throw new Error('A code to nobody proved a mailbox.');
  return change(context, { customerId: customer.id, next, proof, browser, keptSession: null, takeMobile });
}

async function newMobile(context: Context, jwt: string): Promise<Result<GenuineJwt>> {
  const next = await readJwt(context, jwt);
  if (next?.kind !== 'sign-in' || next.expired) return fieldErrors({ mobile: 'mobile_not_proved' });
  return isAustralianMobile(next.mobile) ? next : fieldErrors({ mobile: 'new_mobile_not_australian' });
}

async function proofOf(
  context: Context,
  {
    customer,
    browser,
    oldJwt,
    emailCode: code,
  }: { customer: CustomerRow; browser: string | null; oldJwt: string; emailCode: string },
): Promise<Result<Proof>> {
  const notProved = fieldErrors({ old_mobile: 'old_mobile_not_proved' });
  if (code !== '') return readEmailCode(context, { email: proofEmailOf(customer), browser, code, customer });
  const old = await readJwt(context, oldJwt);
  return old?.kind === 'sign-in' && !old.expired && old.mobile === customer.mobile ? { old } : notProved;
}

async function change(context: Context, wanted: Change): Promise<Result<Answer>> {
  try {
    return await transactionResult(context.database, (tx) => changeIn(context, tx, wanted));
  } catch (error) {
    // Said only now that the number is proved to be theirs.
    if (violates(error, 'customers_mobile_unique')) return fieldErrors({ mobile: 'mobile_in_use' });
    // The email of before is another account's by now, which its code should have been for.
    if (violates(error, 'customers_email')) return fieldErrors({ email: 'email_taken' });
    throw error;
  }
}

/** Spends the proofs and changes everything that hangs on the number, or nothing. */
async function changeIn(
  context: Context,
  tx: Transaction,
  { customerId, next, proof, browser, keptSession, takeMobile }: Change,
): Promise<Result<Answer>> {
  const now = context.clock.now();
  const customer = await lockCustomer(tx, customerId);
  if (!customer || customer.suspendedAt) return fieldErrors({ mobile: 'old_mobile_not_proved' });
  // The answer to the same change was lost.
  if (customer.mobile === next.mobile) return { status: true, mobile: next.mobile };
  const claimed = await claimVerification(tx, { mobile: next.mobile, holder: { jti: next.jti, browser }, now });
  if (!claimed) return fieldErrors({ mobile: 'mobile_not_proved' });
  const spent = await spendProof(tx, { customer, proof, browser, now });
  if (isAppError(spent)) return spent;
  // Those records may be the new owner’s of the number, and the mailbox is the former one’s.
  const since = keptSession === null ? customer.unprovedSince : null;
  const isUsed = since !== null && (await wasUsedSince(tx, { customerId, since }));
  if (isUsed) return fieldErrors({ email_code: 'account_used_since' });
  if (takeMobile) await leaveMobile(context, tx, { mobile: next.mobile, now });
  await moveAccount(context, tx, { customer, newMobile: next.mobile, proof: spent, keptSession });
  return { status: true, mobile: next.mobile };
}

type Move = { customer: CustomerRow; newMobile: string; proof: 'code' | 'email'; keptSession: KeptSession | null };

/**
 * Moves a locked account to another number and ends what the old one opened. The proof `email` stands for all that is
 * weaker than a code to the old number: the mailbox alone, or an operator's word.
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
    // A mailbox alone opens no payment cards; and it is what an idle account is asked for, now or at the sign-in to come.
    also: isWeak ? { cardsFrom: now, unprovedSince: null, unprovedEmail: null, lastSeenAt: now } : {},
  });
  await endProofsOf(tx, { mobile: customer.mobile, now });
  if (keptSession === null && isWeak) await restoreEmail(context, tx, { customer, now });
  // Whoever has the lost phone may have made one.
  const except = { exceptAddedAt: keptSession?.passkeySince ?? null };
  const removed = isWeak ? await deletePasskeysOf(tx, customerId, except) : 0;
  await endSessions(tx, { customerId, except: keptSession?.tokenHash ?? null, now });
  await queueMobileChanged(context, tx, { customer, alsoByText: true, now });
  if (isWeak) await queueMoveReminder(context, tx, { customer, now });
  context.log.info({ customerId, proof }, 'customer.mobile_changed');
  if (removed > 0) logSecurity(context.log, 'passkey.removed', { customerId });
  logSecurity(context.log, 'session.ended', { customerId, why: 'mobile changed' });
}

/** The email that whoever got the number gave meanwhile would open the account again in a week. */
async function restoreEmail(
  context: Context,
  tx: Transaction,
  { customer, now }: { customer: CustomerRow; now: Date },
): Promise<void> {
  const { id, email, unprovedEmail } = customer;
  // Empty: the account has no mailbox of before.
  if (!unprovedEmail || unprovedEmail === email) return;
  await updateCustomer(tx, id, { email: unprovedEmail, emailChangedAt: null, emailConfirmed: true });
  // Another spelling is the same mailbox.
  if (unprovedEmail.toLowerCase() !== email.toLowerCase()) await queueEmailChanged(context, tx, { customer, now });
}

/** Leaves the account that has the number without one. It keeps all it has, and its own mailbox opens it again. */
async function leaveMobile(
  context: Context,
  tx: Transaction,
  { mobile, now }: { mobile: string; now: Date },
): Promise<void> {
  const holder = await lockCustomerOfMobile(tx, mobile);
  // A suspended customer does not get rid of the suspension so: the unique number stops the change.
  if (!holder || holder.suspendedAt) return;
  const { id: customerId } = holder;
  const change = {
    customerId,
    oldMobile: mobile,
    newMobile: noMobile(customerId),
    proof: 'code',
    createdAt: now,
  } as const;
  await writeMobileChange(tx, { change, also: {} });
  await endSessions(tx, { customerId, except: null, now });
  // No text: the number is that of whoever asks for this.
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
