import { resolveContactMobile } from '#server/domain/customers/former-owner-rules.ts';
import { toReachableMobile } from '#server/platform/kernel/mobile-number.ts';
import type { DeliveryFacts } from '../cards-store.ts';
import type { CardValueNow } from '../ledger/history-store.ts';

/**
 * Returns the giver's number, or null if the card went to the giver, is cancelled or disputed, if the number may have a
 * new owner (docs/decisions/033), or if the account was erased.
 */
export function giverMobile({ customer, details }: DeliveryFacts, status: CardValueNow['status']): string | null {
  if (status === 'void' || status === 'frozen' || details.recipientMobile === '') return null;
  if (customer.erasedAt) return null;
  const mobile = resolveContactMobile(customer, details.createdAt);
  const isOwn = [mobile, toReachableMobile(details.purchaserMobile)].includes(details.recipientMobile);
  return isOwn ? null : mobile;
}
