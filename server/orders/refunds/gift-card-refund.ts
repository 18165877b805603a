import type { Transaction } from '../../database/handle.ts';
import { lockRedemptionsOfOrder } from '../../gift-cards/ledger/order-holds.ts';
import { cardStatus, reverseRedemption } from '../../gift-cards/ledger/spend-value.ts';
import { appError, type Result } from '../../kernel/errors.ts';
import { sumCents } from '../../kernel/split-cents.ts';
import type { RefundRow } from '../stores/refunds-store.ts';

/** What a gift card has paid of an order and not got back yet; its card is locked. */
export type PaidByGiftCard = Awaited<ReturnType<typeof lockRedemptionsOfOrder>>[number] & { leftCents: number };
/** So much of it goes back. */
export type GiftCardShare = { paid: PaidByGiftCard; cents: number };

export async function paidByGiftCards(tx: Transaction, orderId: number): Promise<PaidByGiftCard[]> {
  const paid = await lockRedemptionsOfOrder(tx, orderId);
  return paid.map((one) => ({ ...one, leftCents: one.redemption.amountCents - one.redemption.reversedCents }));
}

type Amount = {
  /** At most so much. */
  cents: number;
  /** Only what was paid to this seller. */
  sellerId?: number;
  now: Date;
};

/**
 * THE rule of refunds to gift cards: what gift cards paid goes back to them first. A card that is void or whose time is
 * over gets nothing by itself: an operator decides with the customer.
 */
export function shareOfGiftCards(
  paid: readonly PaidByGiftCard[],
  { cents, sellerId, now }: Amount,
): Result<GiftCardShare[]> {
  let rest = cents;
  const shares: GiftCardShare[] = [];
  for (const one of paid) {
    const isMeant = sellerId === undefined || one.card.sellerId === sellerId;
    const share = isMeant ? Math.min(rest, one.leftCents) : 0;
    if (share === 0) continue;
    if (['void', 'expired'].includes(cardStatus(one.card, now)))
      return appError('refund_to_gift_card_blocked', [one.card.codeLast4]);
    shares.push({ paid: one, cents: share });
    rest -= share;
  }
  return shares;
}

export const centsOf = (shares: readonly GiftCardShare[]): number => sumCents(shares.map(({ cents }) => cents));

type Giving = { refund: RefundRow; shares: readonly GiftCardShare[]; now: Date };

export async function giveBackToGiftCards(tx: Transaction, { refund, shares, now }: Giving): Promise<void> {
  for (const { paid, cents } of shares) {
    const { card, redemption } = paid;
    await reverseRedemption(tx, { card, redemption, cents, cause: { refundId: refund.id }, now });
  }
}
