import { createClock } from '#server/clock.ts';
import { signCampaignLink } from '#server/customers/sign-in/campaign-link.ts';
import { sessionKeysOf } from '#server/kernel/secrets.ts';
import { SHOP_DAY } from './own-shop.ts';

/** The server's SESSION_SECRET where a test signs links of its own. */
export const LINK_SECRET = 'what the links of these tests are signed with';

type Link = { mobile: string; productId?: number; expired?: boolean };

/** The path of a personal sign-in link as a campaign sends it; an expired one ended a minute before the shop's day. */
export async function campaignLink({ mobile, productId, expired = false }: Link): Promise<string> {
  const clock = createClock({ movable: true });
  clock.moveTo?.(new Date(SHOP_DAY));
  const jwt = await signCampaignLink(
    { secrets: sessionKeysOf([LINK_SECRET]), clock },
    {
      mobile,
      ...(productId === undefined ? {} : { productId: String(productId) }),
      ...(expired ? { lifeMs: -60_000 } : {}),
    },
  );
  return `/autologin/${jwt}`;
}
