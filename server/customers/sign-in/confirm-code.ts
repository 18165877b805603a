import type { AnswerOf } from '#contract/calls.ts';
import { codeError } from '#contract/rules/customer/mobile.ts';
import { CODE_TRIES } from '#contract/rules/limits.ts';
import type { Context } from '../../context.ts';
import { type AppError, fieldErrors, type Result } from '../../kernel/errors.ts';
import { reachableMobile } from '../../kernel/mobile-number.ts';
import { codeMatches } from './code-hash.ts';
import { closeCode, takeTry } from './codes-store.ts';
import { isPerson } from './human-check.ts';
import { readJwt } from './jwts.ts';
import { type Origin, verificationJwt, verifyByCode } from './phone-verification.ts';

type Answer = AnswerOf<'POST mobiledigital/confirmmobilecode'>;
type Confirmation = {
  mobile: string;
  code: string;
  expired: boolean;
  expiredJwt: string;
  token: string;
  address: string;
};

/**
 * Trades a code for the jwt that says: this mobile was verified just now. Every attempt spends one of five tries before
 * the code is looked at, so parallel guesses cannot win tries; success closes the code, so it works once.
 */
export async function confirmMobileCode(context: Context, request: Confirmation): Promise<Result<Answer>> {
  const mobile = reachableMobile(request.mobile);
  if (!mobile) return fieldErrors({ mobile: 'mobile_invalid' });
  const error = codeError(request.code);
  if (error) return fieldErrors({ mobile_code: error });
  const person = await isPerson(context, { ...request, unavailable: 'allow' });
  if (!person) return fieldErrors({ mobile_code: 'not_a_person' });
  const open = await takeTry(context.database.orm, { mobile, now: context.clock.now() });
  if (!open) return fieldErrors({ mobile_code: 'code_expired' });
  const code = request.code.replace(/\s/g, '');
  if (!(await codeMatches(context, { code, stored: open.codeHash }))) return wrongCode(context, open);
  const origin = await originOf(context, { mobile, request });
  const jti = await context.database.transaction(async (tx) => {
    const closed = await closeCode(tx, { id: open.id, now: context.clock.now() });
    return closed ? verifyByCode(context, tx, { mobile, origin, address: request.address }) : null;
  });
  if (!jti) return fieldErrors({ mobile_code: 'code_expired' });
  return { status: true, jwt: await verificationJwt(context, { jti, mobile, origin }) };
}

async function wrongCode(context: Context, { id, tries }: { id: number; tries: number }): Promise<AppError> {
  const left = CODE_TRIES - tries;
  if (left > 0) return fieldErrors({ mobile_code: { code: 'code_wrong', parameters: { tries: left } } });
  await closeCode(context.database.orm, { id, now: context.clock.now() });
  return fieldErrors({ mobile_code: 'code_wrong_last_try' });
}

/** Someone who comes from an expired link of this very mobile keeps its campaign and product. */
async function originOf(
  context: Context,
  { mobile, request }: { mobile: string; request: Confirmation },
): Promise<Origin> {
  const link = request.expired ? await readJwt(context, request.expiredJwt) : null;
  return link?.mobile === mobile ? { campaignId: link.campaignId, productId: link.productId } : {};
}
