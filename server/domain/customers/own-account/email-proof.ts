import { codeError } from '#contract/rules/customer/mobile.ts';
import type { Context } from '#server/context.ts';
import { fieldErrors, isAppError, type Result } from '#server/platform/kernel/errors.ts';
import { findCustomerByEmail, listCustomersByFormerEmail } from '../customers-store.ts';
import { isFormerMailbox } from '../former-owner-rules.ts';
import type { CustomerRow } from '../queries.ts';
import { checkCode } from '../sign-in/check-code.ts';

const WEEK_MS = 7 * 86_400_000;

/**
 * Delays new emails, because someone at a customer's open browser could set their own email and then verify with it.
 */
function isTooNew(changedAt: Date | null, now: Date): boolean {
  return changedAt !== null && now.getTime() - changedAt.getTime() < WEEK_MS;
}

/** Returns the former email until the owner is verified, or an empty string if no email can verify the owner. */
export function resolveProofEmail({ email, unprovedEmail }: { email: string; unprovedEmail: string | null }): string {
  return (unprovedEmail ?? email).toLowerCase();
}

type Mailbox = { email: string; now: Date };

/**
 * Returns null if the email can verify the customer, otherwise the reason. Check again under the customer lock when the
 * code is used, because the account may have changed owners.
 */
export function mailboxDenial(
  customer: CustomerRow,
  { email, now }: Mailbox,
): 'email_of_former_owner' | 'email_changed_lately' | null {
  const { unprovedEmail, emailChangedAt, emailConfirmed } = customer;
  const isFormer = isFormerMailbox({ ...customer, unprovedSince: null });
  if (email === '' || resolveProofEmail(customer) !== email || isFormer) return 'email_of_former_owner';
  if (unprovedEmail !== null) return null;
  return !emailConfirmed || isTooNew(emailChangedAt, now) ? 'email_changed_lately' : null;
}

/** Also finds accounts by their former email if the number's new owner changed it. */
export async function findCustomerToRecover(
  { database, clock }: Pick<Context, 'clock' | 'database'>,
  email: string,
): Promise<CustomerRow | null> {
  const mailbox = { email, now: clock.now() };
  const opens = (customer: CustomerRow) => !customer.suspendedAt && mailboxDenial(customer, mailbox) === null;
  const named = await findCustomerByEmail(database.orm, email);
  if (named && opens(named)) return named;
  return (await listCustomersByFormerEmail(database.orm, email)).find(opens) ?? null;
}

/** A correct code that is not used up yet. The caller must confirm it in its own transaction. */
export type EmailProof = { codeId: number; email: string; browser: string | null };

/**
 * `customer`: null if no code was sent, so that even a correct guess is rejected. `browser`: the result of
 * `identifyCodeHolder()` if the caller is signed in.
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
  const request = { channel: 'email', recipient: email, browser } as const;
  const codeId = await checkCode(context, { ...request, code, findAccount, field: 'email_code' });
  if (isAppError(codeId)) return codeId;
  return customer ? { codeId, email, browser } : fieldErrors({ email_code: 'code_expired' });
}
