import { randomUUID } from 'node:crypto';
import type { Context } from '#server/context.ts';
import { sendWithCommit, type Transaction } from '#server/platform/database/handle.ts';
import { toClientKey } from '#server/platform/kernel/client-key.ts';
import { type GenuineJwt, parseProductId, signJwt } from './jwts.ts';
import { LINK, saveVerification } from './phone-verifications-store.ts';

/** How long a verification and its jwt are valid. */
const VERIFICATION_LIFE_MS = 15 * 60_000;

export type Origin = { campaignId?: string | undefined; productId?: string | undefined };
type Verifier = { address: string; browser: string | null };

export function verifyByCode(
  context: Context,
  tx: Transaction,
  { mobile, origin, by }: { mobile: string; origin: Origin; by: Verifier },
): string {
  const jti = randomUUID();
  const verification = { ...verificationTimes(context), jti, mobile, ...originColumns(origin), ...verifierColumns(by) };
  sendWithCommit(tx, saveVerification(tx, verification));
  return jti;
}

export async function verifyByLink(context: Context, link: GenuineJwt, by: Verifier): Promise<void> {
  const verification = {
    jti: verificationId(link),
    mobile: link.mobile,
    ...originColumns(link),
    ...verifierColumns(by),
  };
  await saveVerification(context.database.orm, { ...verificationTimes(context), ...verification });
}

export function verificationId({ kind, jti }: Pick<GenuineJwt, 'kind' | 'jti'>): string {
  return kind === 'sign-in' ? jti : `${LINK}${jti}`;
}

export function signVerificationJwt(
  context: Context,
  { jti, mobile, origin }: { jti: string; mobile: string; origin: Origin },
): Promise<string> {
  return signJwt(context, 'sign-in', { jti, mobile, ...origin, lifeMs: VERIFICATION_LIFE_MS });
}

function verificationTimes({ clock }: Context): { verifiedAt: Date; expiresAt: Date } {
  const verifiedAt = clock.now();
  return { verifiedAt, expiresAt: new Date(verifiedAt.getTime() + VERIFICATION_LIFE_MS) };
}

const verifierColumns = ({ address, browser }: Verifier) => ({ clientKey: toClientKey(address), browser });

function originColumns({ campaignId, productId }: Origin): { campaignId: string | null; productId: number | null } {
  return { campaignId: campaignId ?? null, productId: parseProductId(productId) };
}
