import { compactVerify, errors, SignJWT } from 'jose';
import { z } from 'zod';
import type { Clock } from '#server/clock.ts';
import type { SessionKeys } from '#server/platform/kernel/secrets.ts';

type JwtKind = 'sign-in' | 'campaign-link';

const KEYS = { 'sign-in': 'sign-in-jwt', 'campaign-link': 'campaign-link' } as const;
const AUDIENCE = 'handsel-auth';

const claims = z.object({
  typ: z.enum(['sign-in', 'campaign-link']),
  aud: z.literal(AUDIENCE),
  jti: z.string().min(1).max(100),
  mobile: z.string().regex(/^\+[1-9]\d{7,14}$/),
  campaign_id: z.string().max(100).optional(),
  product_id: z.string().max(100).optional(),
  iat: z.int().default(0),
  exp: z.int(),
});

export type GenuineJwt = {
  kind: JwtKind;
  jti: string;
  expired: false;
  mobile: string;
  campaignId: string | undefined;
  productId: string | undefined;
  issuedAt: Date;
};
/** Only the claims that findExpiredJwtRecord() needs to find the record stored for the jwt. */
export type ExpiredJwt = Pick<GenuineJwt, 'kind' | 'jti'> & { expired: true };

/** Limits a link's lifetime, even if its jwt expires later. */
export const MAX_LINK_AGE_MS = 7 * 86_400_000;

type Parts = { secrets: SessionKeys; clock: Pick<Clock, 'ms'> };
type Signed = {
  jti: string;
  mobile: string;
  campaignId?: string | undefined;
  productId?: string | undefined;
  lifeMs: number;
};

export function signJwt(
  { secrets, clock }: Parts,
  kind: JwtKind,
  { jti, mobile, campaignId, productId, lifeMs }: Signed,
): Promise<string> {
  const issuedAt = Math.floor(clock.ms() / 1_000);
  return new SignJWT({ typ: kind, mobile, campaign_id: campaignId, product_id: productId })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setAudience(AUDIENCE)
    .setJti(jti)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + Math.ceil(lifeMs / 1_000))
    .sign(secrets.key(KEYS[kind]));
}

/** Returns null for any jwt that we did not sign. */
export async function readJwt({ secrets, clock }: Parts, jwt: string): Promise<GenuineJwt | ExpiredJwt | null> {
  const all = (['sign-in', 'campaign-link'] as const).flatMap((kind) =>
    secrets.verifying.map((secret) => ({ kind, key: secret.key(KEYS[kind]) })),
  );
  for (const { kind, key } of all) {
    const payload = await verifyPayload(jwt, key);
    const read = claims.safeParse(payload);
    if (!read.success || read.data.typ !== kind) continue;
    const { jti, mobile, campaign_id: campaignId, product_id: productId, iat, exp } = read.data;
    const latestMs = kind === 'campaign-link' ? iat * 1_000 + MAX_LINK_AGE_MS : Infinity;
    if (Math.min(exp * 1_000, latestMs) <= clock.ms()) return { kind, jti, expired: true };
    return { kind, jti, expired: false, mobile, campaignId, productId, issuedAt: new Date(iat * 1_000) };
  }
  return null;
}

export function parseProductId(text: string | undefined): number | null {
  const id = Number(text);
  return text && Number.isInteger(id) && id > 0 && id < 2 ** 31 ? id : null;
}

async function verifyPayload(jwt: string, key: Buffer): Promise<unknown> {
  try {
    const { payload } = await compactVerify(jwt, key, { algorithms: ['HS256'] });
    return JSON.parse(new TextDecoder().decode(payload));
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof SyntaxError) return null;
    throw error;
  }
}
