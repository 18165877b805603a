import { codeError } from '#contract/rules/customer/mobile.ts';
import type { Context } from '#server/context.ts';
import { fieldErrors, isAppError, type Result } from '#server/platform/kernel/errors.ts';
import { customerOfEmail, customersOfFormerEmail } from '../customers-store.ts';
import { isFormerMailbox } from '../former-owner-rules.ts';
import type { CustomerRow } from '../queries.ts';
import { checkCode } from '../sign-in/check-code.ts';

const WEEK_MS = 7 * 86_400_000;

/** Whoever has an open browser of somebody else must not make the mailbox his own and prove himself by it. */
function isTooNew(changedAt: Date | null, now: Date): boolean {
  return changedAt !== null && now.getTime() - changedAt.getTime() < WEEK_MS;
}

/**
 * Where proof of a customer's mailbox goes: the address of before, while they have not proved themselves. Empty: none
 * proves them.
 */
export function proofEmailOf({ email, unprovedEmail }: { email: string; unprovedEmail: string | null }): string {
  return (unprovedEmail ?? email).toLowerCase();
}

type Mailbox = { email: string; now: Date };

/**
 * Why a mailbox proves nothing of a customer; null: it proves them. Whoever went on without the proof has an account of
 * their own, which the mailbox of before does not open. Asked when a code is mailed, and again, with the customer locked,
 * when it is used: in between the account may have changed hands.
 */
export function mailboxDenial(
  customer: CustomerRow,
  { email, now }: Mailbox,
): 'email_of_former_owner' | 'email_changed_lately' | null {
  const { unprovedEmail, emailChangedAt, emailConfirmed } = customer;
  const isFormer = isFormerMailbox({ ...customer, unprovedSince: null });
  if (email === '' || proofEmailOf(customer) !== email || isFormer) return 'email_of_former_owner';
  if (unprovedEmail !== null) return null;
  return !emailConfirmed || isTooNew(emailChangedAt, now) ? 'email_changed_lately' : null;
}

/** Whose account proof of this mailbox opens; whoever has the number now may have given it another email. */
export async function customerToRecover(
  { database, clock }: Pick<Context, 'clock' | 'database'>,
  email: string,
): Promise<CustomerRow | null> {
  const mailbox = { email, now: clock.now() };
  const opens = (customer: CustomerRow) => !customer.suspendedAt && mailboxDenial(customer, mailbox) === null;
  const named = await customerOfEmail(database.orm, email);
  if (named && opens(named)) return named;
  return (await customersOfFormerEmail(database.orm, email)).find(opens) ?? null;
}

/** A code that is right, still open: its caller confirms it in the transaction that acts on it. */
export type EmailProof = { codeId: number; email: string; browser: string | null };

/**
 * `customer`: whose code it is, if anybody's; a code to nobody was sent nowhere, so a guess that hits proves nothing.
 * `browser`: what asked for it; of a signed-in call, codeHolder().
 */
export async function readEmailCode(
  context: Context,
  {
    email,
    browser,
    code,
    customer,
  }: { email: string; browser: string | null; code: string; customer: CustomerRow | null },
): Promise<Result<EmailProof>> {
  const error = codeError(code);
  if (error) return fieldErrors({ email_code: error });
  const findAccount = async () => customer;
  const asked = { channel: 'email', recipient: email, browser } as const;
  const codeId = await checkCode(context, { ...asked, code, findAccount, field: 'email_code' });
  if (isAppError(codeId)) return codeId;
  return customer ? { codeId, email, browser } : fieldErrors({ email_code: 'code_expired' });
}
