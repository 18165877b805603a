import type { AnswerOf } from '#contract/calls.ts';
import { codeError } from '#contract/rules/customer/mobile.ts';
import type { Context } from '../../context.ts';
import { type AppError, fieldErrors, type Result } from '../../kernel/errors.ts';
import { reachableMobile } from '../../kernel/mobile-number.ts';
import { logSecurity } from '../../kernel/telemetry/security-events.ts';
import { noteDeviceFailure, noteStrangerFailure } from '../devices/known-devices-store.ts';
import { codeMatches } from './code-hash.ts';
import { GUESSES } from './code-limits.ts';
import { closeCode, confirmCode, type OpenCode, takeTry } from './codes-store.ts';
import { isPerson } from './human-check.ts';
import { readJwt } from './jwts.ts';
import { keptOfJwt } from './links-store.ts';
import { type Origin, verificationJwt, verifyByCode } from './phone-verification.ts';
import { readCustomerOfMobile } from './phone-verifications-store.ts';

type Answer = AnswerOf<'POST mobiledigital/confirmmobilecode'>;
type Confirmation = {
  mobile: string;
  code: string;
  expired: boolean;
  expiredJwt: string;
  token: string;
  address: string;
  /** Where the code was asked for; null of a client that keeps no cookie. */
  browser: string | null;
};

/**
 * Trades a code for the jwt that says: this mobile was verified just now. Only the browser that asked for a code has
 * tries of it. Every attempt spends one of five before the code is looked at, so parallel guesses cannot win tries;
 * success closes the code, so it works once.
 */
export async function confirmMobileCode(context: Context, request: Confirmation): Promise<Result<Answer>> {
  const mobile = reachableMobile(request.mobile);
  if (!mobile) return fieldErrors({ mobile: 'mobile_invalid' });
  const error = codeError(request.code);
  if (error) return fieldErrors({ mobile_code: error });
  const person = await isPerson(context, { ...request, unavailable: 'allow' });
  if (!person) return fieldErrors({ mobile_code: 'not_a_person' });
  const asked = { mobile, browser: request.browser };
  const open = await takeTry(context.database.orm, { ...asked, now: context.clock.now() });
  if (!open) return fieldErrors({ mobile_code: 'code_expired' });
  const code = request.code.replace(/\s/g, '');
  if (!(await codeMatches(context, { code, stored: open.codeHash }))) return wrongCode(context, { asked, open });
  const origin = await originOf(context, { mobile, request });
  const jti = await context.database.transaction(async (tx) => {
    const confirmed = await confirmCode(tx, { id: open.id, ...asked, now: context.clock.now() });
    return confirmed ? verifyByCode(context, tx, { mobile, origin, by: request }) : null;
  });
  if (!jti) return fieldErrors({ mobile_code: 'code_expired' });
  context.metrics.count('handsel_sign_in_codes_total', { outcome: 'confirmed' });
  return { status: true, jwt: await verificationJwt(context, { jti, mobile, origin }) };
}

async function wrongCode(
  context: Context,
  { asked, open }: { asked: { mobile: string; browser: string | null }; open: OpenCode },
): Promise<AppError> {
  context.metrics.count('handsel_sign_in_codes_total', { outcome: 'wrong' });
  await countFailure(context, { ...asked, known: open.knownDevice });
  const customer = await readCustomerOfMobile(context.database.orm, asked.mobile);
  logSecurity(context.log, 'sign_in.code_wrong', { customerId: customer?.id, by: 'text', tries: open.tries });
  const left = open.mostTries - open.tries;
  if (left > 0) return fieldErrors({ mobile_code: { code: 'code_wrong', parameters: { tries: left } } });
  await closeCode(context.database.orm, { id: open.id, now: context.clock.now() });
  return fieldErrors({ mobile_code: 'code_wrong_last_try' });
}

/** A known device counts for itself: strangers cannot make it pause, nor it them. */
async function countFailure(
  { database, clock, log }: Context,
  { mobile, browser, known }: { mobile: string; browser: string | null; known: boolean },
): Promise<void> {
  if (known && browser !== null) return noteDeviceFailure(database.orm, { mobile, browser });
  const now = clock.now();
  const pauseUntil = new Date(now.getTime() + GUESSES.pauseMs);
  const failures = await noteStrangerFailure(database.orm, { mobile, most: GUESSES.most, pauseUntil, now });
  if (failures === GUESSES.most) log.warn({ mobile: mobile.slice(0, -4), failures }, 'sign_in_code.guessing_paused');
}

/** Someone who comes from an expired link of this very mobile keeps its campaign and product. */
async function originOf(
  context: Context,
  { mobile, request }: { mobile: string; request: Confirmation },
): Promise<Origin> {
  const read = request.expired ? await readJwt(context, request.expiredJwt) : null;
  const link = read?.expired ? await keptOfJwt(context.database.orm, read) : read;
  return link?.mobile === mobile ? { campaignId: link.campaignId, productId: link.productId } : {};
}
