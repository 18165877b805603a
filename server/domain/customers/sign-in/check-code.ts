import { toAsciiDigits } from '#contract/rules/ascii-digits.ts';
import type { Context } from '#server/context.ts';
import { type AppError, fieldErrors, type Result } from '#server/platform/kernel/errors.ts';
import { logSecurity } from '#server/platform/kernel/telemetry/security-events.ts';
import { recordDeviceFailure, recordStrangerFailure } from '../devices/known-devices-store.ts';
import { codeMatches } from './code-hash.ts';
import { type CodeChannel, GUESSES } from './code-limits.ts';
import { closeCode, consumeTry, type OpenCode } from './codes-store.ts';

const BY = { sms: 'text', email: 'mail' } as const satisfies Record<CodeChannel, string>;

type Account = { id: number; mobile: string };
type Checking = {
  channel: CodeChannel;
  recipient: string;
  browser: string | null;
  code: string;
  findAccount: () => Promise<Account | null>;
  field: 'mobile_code' | 'email_code';
};

/**
 * Returns the id of the correct code, which the caller confirms in its own transaction. Only the requesting browser has
 * tries. Each attempt uses up a try before the comparison, so parallel guesses gain nothing.
 */
export async function checkCode(context: Context, checking: Checking): Promise<Result<number>> {
  const { recipient, browser, field } = checking;
  const open = await consumeTry(context.database.orm, { recipient, browser, now: context.clock.now() });
  if (!open) {
    const account = await checking.findAccount();
    logSecurity(context.log, 'sign_in.code_expired', { customerId: account?.id, by: BY[checking.channel] });
    return fieldErrors({ [field]: 'code_expired' });
  }
  const code = toAsciiDigits(checking.code).replace(/\s/g, '');
  if (!(await codeMatches(context, { code, stored: open.codeHash }))) return handleWrongCode(context, checking, open);
  context.metrics.count('handsel_sign_in_codes_total', { outcome: 'confirmed' });
  return open.id;
}

async function handleWrongCode(context: Context, checking: Checking, open: OpenCode): Promise<AppError> {
  const { channel, field } = checking;
  context.metrics.count('handsel_sign_in_codes_total', { outcome: 'wrong' });
  const account = await checking.findAccount();
  await recordFailure(context, { ...checking, account }, open);
  logSecurity(context.log, 'sign_in.code_wrong', { customerId: account?.id, by: BY[channel], tries: open.tries });
  const left = open.mostTries - open.tries;
  if (left > 0) return fieldErrors({ [field]: { code: 'code_wrong', parameters: { tries: left } } });
  await closeCode(context.database.orm, { id: open.id, now: context.clock.now() });
  return fieldErrors({ [field]: 'code_wrong_last_try' });
}

/**
 * Counts guesses on known devices separately, so that strangers and owner cannot pause each other. A signed-in
 * session's browser may be unknown; its guesses then count as a stranger's.
 */
async function recordFailure(
  { database, clock, log }: Context,
  { channel, recipient, browser, account }: Checking & { account: Account | null },
  { knownDevice }: OpenCode,
): Promise<void> {
  const mobile = channel === 'sms' ? recipient : account?.mobile;
  const mayBeKnown = knownDevice && browser !== null && mobile !== undefined;
  if (mayBeKnown && (await recordDeviceFailure(database.orm, { mobile, browser }))) return;
  const now = clock.now();
  const pauseUntil = new Date(now.getTime() + GUESSES.pauseMs);
  const failures = await recordStrangerFailure(database.orm, {
    recipient,
    failureLimit: GUESSES.limit,
    pauseUntil,
    now,
  });
  if (failures !== GUESSES.limit) return;
  const target = channel === 'sms' ? { mobile: recipient.slice(0, -4) } : { customerId: account?.id };
  log.warn({ ...target, failures }, 'sign_in_code.guessing_paused');
}
