import type { Context } from '#server/context.ts';
import { cardStatus, reverseRedemption } from '#server/domain/gift-cards/ledger/spend-value.ts';
import { lockRedemptionsOfOrder } from '#server/domain/gift-cards/queries.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { appError, type Result } from '#server/platform/kernel/errors.ts';
import { splitInOrder, sumCents } from '#server/platform/kernel/split-cents.ts';
import type { RefundRow } from '../stores/refunds-store.ts';

/** A redemption that paid for the order, with the cents that can still be refunded. The gift card is locked. */
export type PaidByGiftCard = Awaited<ReturnType<typeof lockRedemptionsOfOrder>>[number] & { leftCents: number };
export type GiftCardShare = { paid: PaidByGiftCard; cents: number };

export async function lockGiftCardPayments(tx: Transaction, orderId: number): Promise<PaidByGiftCard[]> {
  const paid = await lockRedemptionsOfOrder(tx, orderId);
  return paid.map((payment) => ({
    ...payment,
    leftCents: payment.redemption.amountCents - payment.redemption.reversedCents,
  }));
}

type Amount = {
  cents: number;
  sellerId?: number;
  now: Date;
};

/**
 * Splits a refund between the gift cards that paid for the order, which are refunded before the payment card. Returns
 * an error if one is void or expired, because an operator must then decide with the customer.
 */
export function splitOverGiftCards(
  paid: readonly PaidByGiftCard[],
  { cents, sellerId, now }: Amount,
): Result<GiftCardShare[]> {
  let rest = cents;
  const shares: GiftCardShare[] = [];
  for (const payment of paid) {
    const isMeant = sellerId === undefined || payment.card.sellerId === sellerId;
    const share = isMeant ? Math.min(rest, payment.leftCents) : 0;
    if (share === 0) continue;
    if (['void', 'expired'].includes(cardStatus(payment.card, now)))
      return appError('refund_to_gift_card_blocked', [payment.card.codeLast4]);
    shares.push({ paid: payment, cents: share });
    rest -= share;
  }
  return shares;
}

export const sumShareCents = (shares: readonly { cents: number }[]): number =>
  sumCents(shares.map(({ cents }) => cents));

type Giving = {
  refund: RefundRow;
  shares: readonly GiftCardShare[];
  gstBySeller: ReadonlyMap<number, number>;
  now: Date;
};

/** Splits each seller's GST over that seller's gift cards in payment order. */
export async function refundToGiftCards(
  context: Pick<Context, 'jobs' | 'settings'>,
  tx: Transaction,
  { refund, shares, gstBySeller, now }: Giving,
): Promise<void> {
  for (const [sellerId, ofSeller] of Map.groupBy(shares, ({ paid }) => paid.card.sellerId)) {
    const parts = ofSeller.map(({ cents }) => cents);
    const gst = splitInOrder(gstBySeller.get(sellerId) ?? 0, parts);
    for (const [index, { paid, cents }] of ofSeller.entries()) {
      const cause = { refundId: refund.id, gstCents: gst[index] ?? 0 };
      await reverseRedemption(context, tx, { card: paid.card, redemption: paid.redemption, cents, cause, now });
    }
  }
}
