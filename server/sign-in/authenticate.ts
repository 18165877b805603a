import { TOKEN_TTL_MS } from '#contract/rules/limits.ts';
import type { AuthAnswer } from '#contract/sign-in.ts';
import { productById } from '../catalogue/product.ts';
import type { Context } from '../context.ts';
import { type GenuineJwt, readJwt } from './jwts.ts';
import { proveByLink } from './proof.ts';
import { countLinkSignIn, type MemberRow, memberByProof, readLink } from './proofs-store.ts';
import { openSession } from './sessions.ts';

const LINK_SIGN_INS = 5;

/**
 * Trades a sign-in jwt or a campaign link: a member gets a bearer (existing_user), another mobile may register
 * (new_user), a genuine jwt that no longer counts is an expired_link, anything else status false.
 */
export async function authenticate(
  context: Context,
  { jwt, address }: { jwt: string; address: string },
): Promise<AuthAnswer> {
  const genuine = await readJwt(context, jwt);
  if (!genuine) return { status: false };
  if (genuine.expired) return expiredLink(genuine);
  return genuine.kind === 'sign-in' ? bySignInJwt(context, genuine) : byCampaignLink(context, genuine, address);
}

async function bySignInJwt(context: Context, jwt: GenuineJwt): Promise<AuthAnswer> {
  const { orm } = context.database;
  const proof = await memberByProof(orm, { jti: jwt.jti, now: context.clock.now() });
  if (!proof) return expiredLink(jwt);
  if (!proof.member) return newUser(context, jwt);
  if (proof.member.suspendedAt) return { status: false };
  return existingUser(context, { jwt, member: proof.member, token: await openSession(context, orm, proof.member.id) });
}

/** Only a sign-in counts towards the five of a link: whoever still has to register comes back with it. */
async function byCampaignLink(context: Context, jwt: GenuineJwt, address: string): Promise<AuthAnswer> {
  const { member, link } = await readLink(context.database.orm, jwt);
  if (link && (link.revoked || link.signIns >= LINK_SIGN_INS)) return expiredLink(jwt);
  if (!member) {
    await proveByLink(context, jwt, address);
    return newUser(context, jwt);
  }
  if (member.suspendedAt) return { status: false };
  const token = await context.database.transaction(async (tx) => {
    const counted = await countLinkSignIn(tx, { jti: jwt.jti, most: LINK_SIGN_INS });
    return counted ? openSession(context, tx, member.id) : null;
  });
  return token ? existingUser(context, { jwt, member, token }) : expiredLink(jwt);
}

async function existingUser(
  context: Context,
  { jwt, member, token }: { jwt: GenuineJwt; member: MemberRow; token: string },
): Promise<AuthAnswer> {
  return {
    status: true,
    existing_user: true,
    token,
    token_ttl: TOKEN_TTL_MS,
    mobile: member.mobile,
    country_code: member.countryCode,
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

/** Campaign and product of the link, the product whole, so that no second fetch is needed (OQ-045). */
async function cameWith(context: Context, jwt: GenuineJwt): Promise<Partial<AuthAnswer>> {
  const id = Number(jwt.productId);
  const product =
    jwt.productId && Number.isInteger(id) && id > 0 && id < 2 ** 31 ? await productById(context, id) : null;
  return { ...originOf(jwt), ...(product ? { product } : {}) };
}

function originOf({ campaignId, productId }: GenuineJwt): Partial<AuthAnswer> {
  return { ...(campaignId ? { campaign_id: campaignId } : {}), ...(productId ? { product_id: productId } : {}) };
}
