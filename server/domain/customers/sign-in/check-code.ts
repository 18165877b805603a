import { asciiDigits } from '#contract/rules/ascii-digits.ts';
import type { Context } from '#server/context.ts';
import { type AppError, fieldErrors, type Result } from '#server/platform/kernel/errors.ts';
import { logSecurity } from '#server/platform/kernel/telemetry/security-events.ts';
import { noteDeviceFailure, noteStrangerFailure } from '../devices/known-devices-store.ts';
import { codeMatches } from './code-hash.ts';
import { type CodeChannel, GUESSES } from './code-limits.ts';
import { closeCode, type OpenCode, takeTry } from './codes-store.ts';

/** Names of the channels in the log. */
const BY = { sms: 'text', email: 'mail' } as const satisfies Record<CodeChannel, string>;

type Account = { id: number; mobile: string };
/** `findAccount`: whose code it is, if any; `field`: where the answer says what is wrong. */
type Checking = {
  channel: CodeChannel;
  recipient: string;
  browser: string | null;
  code: string;
  findAccount: () => Promise<Account | null>;
  field: 'mobile_code' | 'email_code';
};

/**
 * The id of an open code that is right: the caller confirms it in the transaction that acts on it. Only the browser that
 * asked for a code has tries of it. Every attempt spends one before the code is looked at, so parallel guesses cannot
 * win tries.
 */
export async function checkCode(context: Context, checking: Checking): Promise<Result<number>> {
  const { recipient, browser, field } = checking;
  const open = await takeTry(context.database.orm, { recipient, browser, now: context.clock.now() });
  if (!open) {
    const account = await checking.findAccount();
    logSecurity(context.log, 'sign_in.code_expired', { customerId: account?.id, by: BY[checking.channel] });
    return fieldErrors({ [field]: 'code_expired' });
  }
  const code = asciiDigits(checking.code).replace(/\s/g, '');
  if (!(await codeMatches(context, { code, stored: open.codeHash }))) return wrongCode(context, checking, open);
  context.metrics.count('handsel_sign_in_codes_total', { outcome: 'confirmed' });
  return open.id;
}

async function wrongCode(context: Context, checking: Checking, open: OpenCode): Promise<AppError> {
  const { channel, field } = checking;
  context.metrics.count('handsel_sign_in_codes_total', { outcome: 'wrong' });
  const account = await checking.findAccount();
  await countFailure(context, { ...checking, account }, open);
  logSecurity(context.log, 'sign_in.code_wrong', { customerId: account?.id, by: BY[channel], tries: open.tries });
  const left = open.mostTries - open.tries;
  if (left > 0) return fieldErrors({ [field]: { code: 'code_wrong', parameters: { tries: left } } });
  await closeCode(context.database.orm, { id: open.id, now: context.clock.now() });
  return fieldErrors({ [field]: 'code_wrong_last_try' });
}

/**
 * A known device counts for itself: strangers cannot make it pause, nor it them. A signed-in session asks like one, but
 * its browser may be none, as after a passkey: then its guesses count as a stranger's.
 */
async function countFailure(
  { database, clock, log }: Context,
  { channel, recipient, browser, account }: Checking & { account: Account | null },
  { knownDevice }: OpenCode,
): Promise<void> {
  const mobile = channel === 'sms' ? recipient : account?.mobile;
  const mayBeKnown = knownDevice && browser !== null && mobile !== undefined;
  if (mayBeKnown && (await noteDeviceFailure(database.orm, { mobile, browser }))) return;
  const now = clock.now();
  const pauseUntil = new Date(now.getTime() + GUESSES.pauseMs);
  const failures = await noteStrangerFailure(database.orm, { recipient, most: GUESSES.most, pauseUntil, now });
  if (failures !== GUESSES.most) return;
  const who = channel === 'sms' ? { mobile: recipient.slice(0, -4) } : { customerId: account?.id };
  log.warn({ ...who, failures }, 'sign_in_code.guessing_paused');
}
