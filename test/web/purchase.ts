import { vi } from 'vitest';
import { type ApiErrorParts, apiError } from '#web/shared/api/api-error.ts';
import { type Purchase, submitCheckout } from '#web/shop/checkout/submit/submit.ts';
import { type Answers, completeGiftCard, fakeShop, home } from './checkout.ts';

export const refuse =
  (status: number, message: string, error: Partial<ApiErrorParts> = {}) =>
  () => {
    throw apiError({ kind: 'http', status, message, ...error });
  };

export function createPurchase(exceptions: Answers = {}, change: Partial<Purchase> = {}) {
  const shop = fakeShop(exceptions);
  const cancelledAfter: number[] = [];
  const cancelTimer = vi.fn(() => void cancelledAfter.push(shop.sent.length));
  const savePending = vi.fn();
  const confirmWithBank = vi.fn(async () => null as string | null);
  const confirmWithCode = vi.fn(async () => true);
  const purchase: Purchase = {
    confirmWithBank,
    confirmWithCode,
    cards: [
      ['a', completeGiftCard],
      ['b', { ...completeGiftCard, recipient_firstname: 'Leo' }],
    ],
    lines: [],
    address: home,
    payment: { kind: 'saved', id: 'pm_saved' },
    due: 104_00,
    byGiftCard: false,
    customerMobile: '+61412345678',
    sellerId: '3',
    campaignId: 'spring',
    cancelTimer,
    savePending,
    ...change,
  };
  return {
    ...shop,
    cancelTimer,
    cancelledAfter,
    savePending,
    confirmWithBank,
    confirmWithCode,
    run: () => submitCheckout(purchase),
  };
}
