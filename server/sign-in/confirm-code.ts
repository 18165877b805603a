import type { AnswerOf } from '#contract/calls.ts';
import { CODE_TRIES } from '#contract/rules/limits.ts';
import { codeProblem, MOBILE_MESSAGE } from '#contract/rules/mobile.ts';
import type { Context } from '../context.ts';
import { codeMatches } from './code-hash.ts';
import { closeCode, takeTry } from './codes-store.ts';
import { isPerson, NOT_A_PERSON } from './human.ts';
import { readJwt } from './jwts.ts';
import { reachableMobile } from './mobile-number.ts';
import { type Origin, proofJwt, proveByCode } from './proof.ts';

type Answer = AnswerOf<'POST mobiledigital/confirmmobilecode'>;
type Confirmation = {
  mobile: string;
  code: string;
  expired: boolean;
  expiredJwt: string;
  token: string;
  address: string;
};

const NO_OPEN_CODE = 'This code no longer works. Please ask for a new one.';

/**
 * Trades a code for the jwt that says: this mobile was proved just now. Every attempt spends one of five tries before
 * the code is looked at, so parallel guesses cannot win tries; success closes the code, so it works once.
 */
export async function confirmMobileCode(context: Context, request: Confirmation): Promise<Answer> {
  const mobile = reachableMobile(request.mobile);
  if (!mobile) return refused({ mobile: MOBILE_MESSAGE });
  const problem = codeProblem(request.code);
  if (problem) return refused({ mobile_code: problem });
  if (!(await isPerson(context, { ...request, unavailable: 'allow' }))) return refused({ mobile_code: NOT_A_PERSON });
  const open = await takeTry(context.database.orm, { mobile, now: context.clock.now() });
  if (!open) return refused({ mobile_code: NO_OPEN_CODE });
  const code = request.code.replace(/\s/g, '');
  if (!(await codeMatches(context, { code, stored: open.codeHash }))) return wrongCode(context, open);
  const origin = await originOf(context, { mobile, request });
  const jti = await context.database.transaction(async (tx) => {
    const closed = await closeCode(tx, { id: open.id, now: context.clock.now() });
    return closed ? proveByCode(context, tx, { mobile, origin, address: request.address }) : null;
  });
  if (!jti) return refused({ mobile_code: NO_OPEN_CODE });
  return { status: true, jwt: await proofJwt(context, { jti, mobile, origin }) };
}

async function wrongCode(context: Context, { id, tries }: { id: number; tries: number }): Promise<Answer> {
  const left = CODE_TRIES - tries;
  if (left > 0)
    return refused({ mobile_code: `That code is not right. You have ${left} ${left === 1 ? 'try' : 'tries'} left.` });
  await closeCode(context.database.orm, { id, now: context.clock.now() });
  return refused({ mobile_code: 'That code is not right, and it was the last try. Please ask for a new code.' });
}

/** OQ-028: someone who comes from an expired link of this very mobile keeps its campaign and product. */
async function originOf(
  context: Context,
  { mobile, request }: { mobile: string; request: Confirmation },
): Promise<Origin> {
  const link = request.expired ? await readJwt(context, request.expiredJwt) : null;
  return link?.mobile === mobile ? { campaignId: link.campaignId, productId: link.productId } : {};
}

function refused(messages: Record<string, string>): Answer {
  return { status: false, input_validation: messages };
}
