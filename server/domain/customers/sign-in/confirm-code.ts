import type { AnswerOf } from '#contract/calls.ts';
import { codeError } from '#contract/rules/customer/mobile.ts';
import type { Context } from '#server/context.ts';
import { fieldErrors, isAppError, type Result } from '#server/platform/kernel/errors.ts';
import { toReachableMobile } from '#server/platform/kernel/mobile-number.ts';
import { checkCode } from './check-code.ts';
import { confirmCode } from './codes-store.ts';
import { passesHumanCheck } from './human-check.ts';
import { readJwt } from './jwts.ts';
import { findExpiredJwtRecord } from './links-store.ts';
import { type Origin, signVerificationJwt, verifyByCode } from './phone-verification.ts';
import { readCustomerOfMobile } from './phone-verifications-store.ts';

type Answer = AnswerOf<'POST mobiledigital/confirmmobilecode'>;
type Confirmation = {
  mobile: string;
  code: string;
  expired: boolean;
  expiredJwt: string;
  token: string;
  address: string;
  browser: string | null;
};

export async function confirmMobileCode(context: Context, request: Confirmation): Promise<Result<Answer>> {
  const recipient = toReachableMobile(request.mobile);
  if (!recipient) return fieldErrors({ mobile: 'mobile_invalid' });
  const error = codeError(request.code);
  if (error) return fieldErrors({ mobile_code: error });
  const person = await passesHumanCheck(context, { ...request, unavailable: 'allow' });
  if (!person) return fieldErrors({ mobile_code: 'not_a_person' });
  const { browser, code } = request;
  const requester = { recipient, browser };
  const findAccount = () => readCustomerOfMobile(context.database.orm, recipient);
  const id = await checkCode(context, { ...requester, channel: 'sms', code, findAccount, field: 'mobile_code' });
  if (isAppError(id)) return id;
  const origin = await findOrigin(context, { mobile: recipient, request });
  const jti = await context.database.transaction(async (tx) => {
    const confirmed = await confirmCode(tx, { id, ...requester, now: context.clock.now() });
    return confirmed ? verifyByCode(context, tx, { mobile: recipient, origin, by: request }) : null;
  });
  if (!jti) return fieldErrors({ mobile_code: 'code_expired' });
  return { status: true, jwt: await signVerificationJwt(context, { jti, mobile: recipient, origin }) };
}

async function findOrigin(
  context: Context,
  { mobile, request }: { mobile: string; request: Confirmation },
): Promise<Origin> {
  const read = request.expired ? await readJwt(context, request.expiredJwt) : null;
  const link = read?.expired ? await findExpiredJwtRecord(context.database.orm, read) : read;
  return link?.mobile === mobile ? { campaignId: link.campaignId, productId: link.productId } : {};
}
