import { randomUUID } from 'node:crypto';
import type { Context } from '../context.ts';
import type { Handle } from '../database/handle.ts';
import { type GenuineJwt, signJwt } from './jwts.ts';
import { keepProof } from './proofs-store.ts';
import { senderOf } from './sender.ts';

/** A proof and the jwt that carries it stand for 15 minutes (decisions, jwt of confirmmobilecode). */
const PROOF_LIFE_MS = 15 * 60_000;

export type Origin = { campaignId?: string | undefined; productId?: string | undefined };

/** Notes that a code has proved `mobile`; answers the id of the proof, which becomes the jwt's jti. */
export async function proveByCode(
  context: Context,
  handle: Handle,
  { mobile, origin, address }: { mobile: string; origin: Origin; address: string },
): Promise<string> {
  const jti = randomUUID();
  await keepProof(handle, { ...times(context), jti, mobile, sender: senderOf(address), ...orNull(origin) });
  return jti;
}

/** Notes that opening a campaign link has proved its mobile. */
export async function proveByLink(context: Context, link: GenuineJwt, address: string): Promise<void> {
  const proof = { ...times(context), jti: proofId(link), mobile: link.mobile, sender: senderOf(address) };
  await keepProof(context.database.orm, { ...proof, ...orNull(link) });
}

/** The id of the proof that a jwt speaks of. */
export function proofId({ kind, jti }: Pick<GenuineJwt, 'kind' | 'jti'>): string {
  return kind === 'sign-in' ? jti : `link:${jti}`;
}

export function proofJwt(
  context: Context,
  { jti, mobile, origin }: { jti: string; mobile: string; origin: Origin },
): Promise<string> {
  return signJwt(context, 'sign-in', { jti, mobile, ...origin, lifeMs: PROOF_LIFE_MS });
}

function times({ clock }: Context): { provedAt: Date; expiresAt: Date } {
  const provedAt = clock.now();
  return { provedAt, expiresAt: new Date(provedAt.getTime() + PROOF_LIFE_MS) };
}

function orNull({ campaignId, productId }: Origin): { campaignId: string | null; productId: string | null } {
  return { campaignId: campaignId ?? null, productId: productId ?? null };
}
