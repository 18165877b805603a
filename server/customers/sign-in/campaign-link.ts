import { randomUUID } from 'node:crypto';
import type { Context } from '../../context.ts';
import { signJwt } from './jwts.ts';

/** 72 hours unless the sender says otherwise. */
const LINK_LIFE_MS = 72 * 3_600_000;

/** The jwt of a personal sign-in link /autologin/{jwt}. `mobile` is E.164. */
export function signCampaignLink(
  context: Pick<Context, 'secrets' | 'clock'>,
  link: {
    mobile: string;
    campaignId?: string | undefined;
    productId?: string | undefined;
    lifeMs?: number | undefined;
  },
): Promise<string> {
  return signJwt(context, 'campaign-link', { ...link, jti: randomUUID(), lifeMs: link.lifeMs ?? LINK_LIFE_MS });
}
