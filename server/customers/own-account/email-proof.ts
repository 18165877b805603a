import { codeError } from '#contract/rules/customer/mobile.ts';
import { CODE_TRIES } from '#contract/rules/limits.ts';
import type { Context } from '../../context.ts';
import { fieldErrors, type Result } from '../../kernel/errors.ts';
import { logSecurity } from '../../kernel/telemetry/security-events.ts';
import { codeMatches } from '../sign-in/code-hash.ts';
import { closeEmailCode, takeEmailTry } from './email-codes-store.ts';

const WEEK_MS = 7 * 86_400_000;

/** Whoever has an open browser of somebody else must not make the mailbox his own and prove himself by it. */
export function isTooNew(changedAt: Date | null, now: Date): boolean {
  return changedAt !== null && now.getTime() - changedAt.getTime() < WEEK_MS;
}

/** Where proof of a customer's mailbox goes: the address of before, while they have not proved themselves. */
export function proofEmailOf({ email, unprovedEmail }: { email: string; unprovedEmail: string | null }): string {
  return (unprovedEmail ?? email).toLowerCase();
}

/** A code that is right, still open: its caller closes it in the transaction that acts on it. */
export type EmailProof = { codeId: number; customerId: number };

/** Every attempt spends one of five tries before the code is looked at, as with codes by text. */
export async function readEmailCode(
  context: Context,
  { email, code }: { email: string; code: string },
): Promise<Result<EmailProof>> {
  const error = codeError(code);
  if (error) return fieldErrors({ email_code: error });
  const { orm } = context.database;
  const now = context.clock.now();
  const open = await takeEmailTry(orm, { email: email.trim().toLowerCase(), now });
  if (!open) return fieldErrors({ email_code: 'code_expired' });
  const matches = await codeMatches(context, { code: code.replace(/\s/g, ''), stored: open.codeHash });
  if (matches && open.customerId !== null) return { codeId: open.id, customerId: open.customerId };
  const customerId = open.customerId ?? undefined;
  logSecurity(context.log, 'sign_in.code_wrong', { customerId, by: 'mail', tries: open.tries });
  const left = CODE_TRIES - open.tries;
  if (left > 0) return fieldErrors({ email_code: { code: 'code_wrong', parameters: { tries: left } } });
  await closeEmailCode(orm, { id: open.id, now });
  return fieldErrors({ email_code: 'code_wrong_last_try' });
}
