import { TOKEN_TTL_MS } from '#contract/rules/limits.ts';
import type { AuthAnswer } from '#contract/sign-in.ts';
import { productById } from '../../catalogue/products/product.ts';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../database/handle.ts';
import { type Result, statusFalse } from '../../kernel/errors.ts';
import { idleBefore } from '../former-owner-rules.ts';
import { openSession } from '../sessions/sessions.ts';
import { noteSignIn } from '../sessions/sessions-store.ts';
import { type GenuineJwt, productIdOf, readJwt } from './jwts.ts';
import { verifyByLink } from './phone-verification.ts';
import {
  type CustomerRow,
  countLinkSignIn,
  customerOfVerification,
  readLink,
  wasLeftSince,
} from './phone-verifications-store.ts';

const LINK_SIGN_INS = 5;

/**
 * Trades a sign-in jwt or a campaign link: a customer gets a bearer (existing_user), another mobile may register
 * (new_user), a genuine jwt that no longer counts is an expired_link, anything else status false.
 */
export async function authenticate(
  context: Context,
  { jwt, address }: { jwt: string; address: string },
): Promise<Result<AuthAnswer>> {
  const genuine = await readJwt(context, jwt);
  if (!genuine) return statusFalse();
  if (genuine.expired) return expiredLink(genuine);
  return genuine.kind === 'sign-in' ? bySignInJwt(context, genuine) : byCampaignLink(context, genuine, address);
}

async function bySignInJwt(context: Context, jwt: GenuineJwt): Promise<Result<AuthAnswer>> {
  const { orm } = context.database;
  const verification = await customerOfVerification(orm, { jti: jwt.jti, now: context.clock.now() });
  if (!verification) return expiredLink(jwt);
  if (!verification.customer) return newUser(context, jwt);
  if (verification.customer.suspendedAt) return statusFalse();
  const { customer } = verification;
  const token = await context.database.transaction((tx) => enter(context, tx, customer));
  return token ? existingUser(context, { jwt, customer, token }) : expiredLink(jwt);
}

/** Null: the account has left this mobile meanwhile. */
async function enter(context: Context, tx: Transaction, { id, mobile }: CustomerRow): Promise<string | null> {
  const now = context.clock.now();
  const noted = await noteSignIn(tx, { customerId: id, mobile, now, idleBefore: idleBefore(now) });
  if (!noted) return null;
  if (noted.becameUnproved) context.log.info({ customerId: id }, 'customer.idle_sign_in');
  return openSession(context, tx, id);
}

/** Only a sign-in counts towards the five of a link: whoever still has to register comes back with it. */
async function byCampaignLink(context: Context, jwt: GenuineJwt, address: string): Promise<Result<AuthAnswer>> {
  const { customer, link } = await readLink(context.database.orm, jwt);
  if (link && (link.revoked || link.signIns >= LINK_SIGN_INS)) return expiredLink(jwt);
  // Its number has left the account it was made for; who has the number now is somebody else, or nobody.
  if (await wasLeftSince(context.database.orm, { mobile: jwt.mobile, since: jwt.issuedAt })) return expiredLink(jwt);
  if (!customer) {
    await verifyByLink(context, jwt, address);
    return newUser(context, jwt);
  }
  if (customer.suspendedAt) return statusFalse();
  const token = await context.database.transaction(async (tx) => {
    const counted = await countLinkSignIn(tx, { jti: jwt.jti, most: LINK_SIGN_INS });
    return counted ? enter(context, tx, customer) : null;
  });
  return token ? existingUser(context, { jwt, customer, token }) : expiredLink(jwt);
}

async function existingUser(
  context: Context,
  { jwt, customer, token }: { jwt: GenuineJwt; customer: CustomerRow; token: string },
): Promise<AuthAnswer> {
  return {
    status: true,
    existing_user: true,
    token,
    token_ttl: TOKEN_TTL_MS,
    mobile: customer.mobile,
    country_code: customer.countryCode,
    currency_rate: { USD: context.settings.CURRENCY_RATE_USD },
    ...(await cameWith(context, jwt)),
  };
}

async function newUser(context: Context, jwt: GenuineJwt): Promise<AuthAnswer> {
  return { status: true, new_user: true, mobile: jwt.mobile, ...(await cameWith(context, jwt)) };
}

function expiredLink(jwt: GenuineJwt): AuthAnswer {
  return { status: true, expired_link: true, mobile: jwt.mobile, ...originOf(jwt) };
}

/** Campaign and product of the link, the product in full, so that no second fetch is needed. */
async function cameWith(context: Context, jwt: GenuineJwt): Promise<Partial<AuthAnswer>> {
  const id = productIdOf(jwt.productId);
  const product = id === null ? null : await productById(context, id);
  return { ...originOf(jwt), ...(product ? { product } : {}) };
}

function originOf({ campaignId, productId }: GenuineJwt): Partial<AuthAnswer> {
  return { ...(campaignId ? { campaign_id: campaignId } : {}), ...(productId ? { product_id: productId } : {}) };
}
