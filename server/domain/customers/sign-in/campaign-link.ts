import { randomUUID } from 'node:crypto';
import type { Clock } from '#server/clock.ts';
import type { SessionKeys } from '#server/platform/kernel/secrets.ts';
import { MAX_LINK_AGE_MS, signJwt } from './jwts.ts';

export const LINK_LIFE_MS = 72 * 3_600_000;

export type LinkInput = {
  mobile: string;
  campaignId?: string | undefined;
  productId?: string | undefined;
  /** `lifeMs`: at most a week. */
  lifeMs?: number | undefined;
};

export function signCampaignLink(
  context: { secrets: SessionKeys; clock: Pick<Clock, 'ms'> },
  { lifeMs = LINK_LIFE_MS, jti = randomUUID(), ...link }: LinkInput & { jti?: string },
): Promise<string> {
  if (lifeMs > MAX_LINK_AGE_MS) throw new RangeError('A personal link is valid for a week at most.');
  return signJwt(context, 'campaign-link', { ...link, jti, lifeMs });
}
