import { TOKEN_TTL_MS } from '#contract/rules/limits.ts';
import type { Device } from '#contract/shapes/device.ts';
import type { AuthAnswer } from '#contract/sign-in.ts';
import type { Context } from '#server/context.ts';
import { findProduct } from '#server/domain/catalogue/products/product.ts';
import { awaitAll, type Handle, type Transaction } from '#server/platform/database/handle.ts';
import { runResultTransaction } from '#server/platform/database/transaction-result.ts';
import { isAppError, type Result, statusFalseError } from '#server/platform/kernel/errors.ts';
import { logSecurity } from '#server/platform/kernel/telemetry/security-events.ts';
import { recordDeviceSignIn } from '../devices/customer-devices-store.ts';
import { asPasskey, type PasskeyRow, readNewPasskeys } from '../devices/passkeys-store.ts';
import { idleCutoff, isFormerRecord } from '../former-owner-rules.ts';
import { queueNewDevice } from '../messages/change-messages.ts';
import { openSession } from '../sessions/sessions.ts';
import { endSessions, recordSignIn } from '../sessions/sessions-store.ts';
import { type GenuineJwt, parseProductId, readJwt } from './jwts.ts';
import { findExpiredJwtRecord, isLinkOver, recordLinkSignIn } from './links-store.ts';
import { verifyByLink } from './phone-verification.ts';
import {
  type CustomerRow,
  findVerifiedCustomer,
  readCustomerOfMobile,
  wasLeftSince,
} from './phone-verifications-store.ts';

type From = { address: string; browser: string | null; device: Device };

/**
 * Returns existing_user (with a bearer token), new_user, expired_link (if a genuine jwt has expired, was used or has a
 * former number), or otherwise status false.
 */
export async function authenticate(
  context: Context,
  { jwt, ...from }: From & { jwt: string },
): Promise<Result<AuthAnswer>> {
  const genuine = await readJwt(context, jwt);
  if (!genuine) {
    logSecurity(context.log, 'sign_in.refused', { reason: 'foreign' });
    return statusFalseError();
  }
  if (genuine.expired)
    return answerExpiredLink(context, await findExpiredJwtRecord(context.database.orm, genuine), 'expired');
  return genuine.kind === 'sign-in' ? bySignInJwt(context, genuine, from) : byCampaignLink(context, genuine, from);
}

/**
 * Accepts the jwt only in the browser that confirmed the code, so that a forwarded URL cannot sign others into the
 * sender's account.
 */
async function bySignInJwt(context: Context, jwt: GenuineJwt, { browser, device }: From): Promise<Result<AuthAnswer>> {
  const counting = (handle: Handle) =>
    findVerifiedCustomer(handle, { jti: jwt.jti, browser, now: context.clock.now() });
  const verification = await counting(context.database.orm);
  if (!verification) return answerExpiredLink(context, jwt, 'used');
  if (!verification.customer) return answerNewUser(context, jwt);
  if (verification.customer.suspendedAt) return refuseSuspended(context, verification.customer);
  const { customer } = verification;
  const stillCounts = async (tx: Transaction) => (await counting(tx)) !== null;
  const signIn = { customer, link: null, browser, device, provedAt: jwt.issuedAt };
  const entered = await enter(context, { ...signIn, stillCounts });
  return entered ? answerExistingUser(context, { jwt, customer, ...entered }) : answerExpiredLink(context, jwt, 'used');
}

type Entering = {
  customer: CustomerRow;
  link: string | null;
  browser: string | null;
  device: Device;
  provedAt?: Date;
  /** Checks that the code or link is still valid, under the customer lock that endSessions() also requires. */
  stillCounts: (tx: Transaction) => Promise<boolean>;
};

type Entered = { token: string; newPasskeys: PasskeyRow[] };

/** Returns null if the account no longer has this mobile number or the jwt was revoked. */
async function enter(context: Context, { customer, stillCounts, ...session }: Entering): Promise<Entered | null> {
  const { id, mobile, createdAt, lastSeenAt } = customer;
  const { browser, link } = session;
  const signIn = { customerId: id, mobile, byCode: link === null };
  const entered = await runResultTransaction(context.database, async (tx): Promise<Result<Entered>> => {
    const now = context.clock.now();
    const noting = recordSignIn(tx, { ...signIn, now, idleBefore: idleCutoff(now) });
    const device = browser !== null && link === null ? recordDeviceSignIn(tx, { customerId: id, browser, now }) : true;
    const added = link === null ? readNewPasskeys(tx, { customerId: id, now }) : [];
    const [noted, counts, isNewDevice, newPasskeys] = await awaitAll([noting, stillCounts(tx), device, added]);
    if (!noted || !counts) return statusFalseError();
    if (noted.becameUnproved) await endFormerSessions(context, tx, { customerId: id, now });
    // A device used right after registration is not new to the customer, so no email is sent about it.
    const isFirst = lastSeenAt.getTime() === createdAt.getTime();
    if (link === null && isNewDevice && !isFirst)
      await queueNewDevice(context, tx, { customer: noted.customer, browser, now });
    return { token: openSession(context, tx, { customerId: id, ...session }), newPasskeys };
  });
  return isAppError(entered) ? null : entered;
}

/** Ends all earlier sessions: a former owner's passkey session would reveal what the new owner does. */
async function endFormerSessions(
  { log }: Context,
  tx: Transaction,
  { customerId, now }: { customerId: number; now: Date },
): Promise<void> {
  log.info({ customerId }, 'customer.idle_sign_in');
  const ended = await endSessions(tx, { customerId, except: null, now });
  if (ended > 0) logSecurity(log, 'session.ended', { customerId, why: 'idle number' });
}

/** Counts only sign-ins towards the link's limit, because new users use the link again after registering. */
async function byCampaignLink(
  context: Context,
  jwt: GenuineJwt,
  { address, browser, device }: From,
): Promise<Result<AuthAnswer>> {
  const { orm } = context.database;
  const [customer, isOver] = await Promise.all([readCustomerOfMobile(orm, jwt.mobile), isLinkOver(orm, jwt.jti)]);
  if (isOver) return answerExpiredLink(context, jwt, 'used');
  // The account that the link was made for no longer has this number.
  if (await wasLeftSince(orm, { mobile: jwt.mobile, since: jwt.issuedAt }))
    return answerExpiredLink(context, jwt, 'former number');
  if (!customer) {
    await verifyByLink(context, jwt, { address, browser });
    return answerNewUser(context, jwt);
  }
  if (customer.suspendedAt) return refuseSuspended(context, customer);
  // The link may have been sent to the number's former owner.
  if (isFormerRecord(customer, jwt.issuedAt)) return answerExpiredLink(context, jwt, 'former number');
  const stillCounts = (tx: Transaction) => recordLinkSignIn(tx, jwt);
  const entered = await enter(context, { customer, link: jwt.jti, browser, device, stillCounts });
  return entered ? answerExistingUser(context, { jwt, customer, ...entered }) : answerExpiredLink(context, jwt, 'used');
}

async function answerExistingUser(
  context: Context,
  { jwt, customer, token, newPasskeys }: { jwt: GenuineJwt; customer: CustomerRow } & Entered,
): Promise<AuthAnswer> {
  const by = jwt.kind === 'sign-in' ? 'code' : 'link';
  const listed = newPasskeys.length === 0 ? {} : { new_passkeys: newPasskeys.map(asPasskey) };
  return { ...answerSignedIn(context, { customer, token, by }), ...listed, ...(await loadOrigin(context, jwt)) };
}

export function answerSignedIn(
  context: Context,
  { customer, token, by }: { customer: CustomerRow; token: string; by: 'code' | 'link' | 'passkey' },
): AuthAnswer {
  context.metrics.count('handsel_sign_ins_total', { by });
  logSecurity(context.log, 'sign_in.done', { customerId: customer.id, by });
  return {
    status: true,
    existing_user: true,
    token,
    token_ttl: TOKEN_TTL_MS,
    mobile: customer.mobile,
    country_code: customer.countryCode,
    currency_rate: { USD: context.settings.CURRENCY_RATE_USD },
  };
}

async function answerNewUser(context: Context, jwt: GenuineJwt): Promise<AuthAnswer> {
  return { status: true, new_user: true, mobile: jwt.mobile, ...(await loadOrigin(context, jwt)) };
}

type Came = Pick<GenuineJwt, 'mobile' | 'campaignId' | 'productId'>;

/** Returns the mobile number only while our record of the link is kept. */
function answerExpiredLink(
  { log }: Context,
  origin: Came | null,
  reason: 'expired' | 'used' | 'former number',
): AuthAnswer {
  logSecurity(log, 'sign_in.refused', { reason });
  return { status: true, expired_link: true, ...(origin && { mobile: origin.mobile, ...toOriginAnswer(origin) }) };
}

function refuseSuspended({ log }: Context, { id: customerId }: CustomerRow): Result<AuthAnswer> {
  logSecurity(log, 'sign_in.refused', { customerId, reason: 'suspended' });
  return statusFalseError();
}

async function loadOrigin(context: Context, jwt: GenuineJwt): Promise<Partial<AuthAnswer>> {
  const id = parseProductId(jwt.productId);
  const product = id === null ? null : await findProduct(context, id);
  return { ...toOriginAnswer(jwt), ...(product ? { product } : {}) };
}

function toOriginAnswer({ campaignId, productId }: Came): Partial<AuthAnswer> {
  return { ...(campaignId ? { campaign_id: campaignId } : {}), ...(productId ? { product_id: productId } : {}) };
}
