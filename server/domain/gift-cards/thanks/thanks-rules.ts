import { mobileFor } from '#server/domain/customers/former-owner-rules.ts';
import { reachableMobile } from '#server/platform/kernel/mobile-number.ts';
import type { DeliveryFacts } from '../cards-store.ts';
import type { CardValueNow } from '../ledger/history-store.ts';

/**
 * Where the giver of a card is thanked. Null: nowhere. It was bought for oneself, was cancelled, its payment is doubted,
 * the number may be somebody else's by now (docs/decisions/033), or its account was erased.
 */
export function giverMobile({ customer, details }: DeliveryFacts, status: CardValueNow['status']): string | null {
  if (status === 'void' || status === 'frozen' || details.recipientMobile === '') return null;
  if (customer.erasedAt) return null;
  const mobile = mobileFor(customer, details.createdAt);
  const isOwn = [mobile, reachableMobile(details.purchaserMobile)].includes(details.recipientMobile);
  return isOwn ? null : mobile;
}
