import { createClock } from '#server/clock.ts';
import { signCampaignLink } from '#server/domain/customers/sign-in/campaign-link.ts';
import { deriveSessionKeys } from '#server/platform/kernel/secrets.ts';
import { type OwnShop, SHOP_DAY } from './own-shop.ts';

export const LINK_SECRET = 'what the links of these tests are signed with';

type Link = { mobile: string; productId?: number };

export async function createCampaignLink({ mobile, productId }: Link): Promise<string> {
  const clock = createClock({ movable: true });
  clock.moveTo?.(new Date(SHOP_DAY));
  const jwt = await signCampaignLink(
    { secrets: deriveSessionKeys([LINK_SECRET]), clock },
    { mobile, ...(productId === undefined ? {} : { productId: String(productId) }) },
  );
  return `/autologin/${jwt}`;
}

export async function createShortLink(shop: OwnShop, { mobile, productId }: Required<Link>): Promise<string> {
  const output = await shop.command('link', '--mobile', mobile, '--product', String(productId), '--expires-in', '30');
  return new URL(output.trim()).pathname;
}
