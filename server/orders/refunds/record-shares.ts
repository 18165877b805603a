import type { Transaction } from '../../database/handle.ts';
import { sumCents } from '../../kernel/split-cents.ts';
import { linesOf, type OrderLineRow } from '../stores/order-lines-store.ts';
import { type OrderSellerRow, sellersOf } from '../stores/order-sellers-store.ts';
import { type PaymentRow, paymentById } from '../stores/payments-store.ts';
import { effectiveRefundShares, type RefundShareRow, replaceShares } from '../stores/refund-shares-store.ts';
import type { RefundRow } from '../stores/refunds-store.ts';
import type { CardVoid } from './card-voids.ts';
import { centsOf, type GiftCardShare } from './gift-card-refund.ts';
import { type RefundPart, splitRefund } from './split-refund.ts';

type Returned = { refund: RefundRow; payment: PaymentRow; cards: readonly CardVoid[] };

/**
 * Writes whose money a refund to the payment card returns: what settlement deducts from each seller. Written anew when
 * other cards pay for it, or when it counts again after it failed. A payment that bought nothing has no sellers.
 */
export async function recordShares(tx: Transaction, { refund, payment, cards }: Returned): Promise<void> {
  const present = await paymentById(tx, payment.id);
  if (present?.state !== 'captured' && present?.state !== 'refunded') return;
  const { amountCents, orderLineId } = refund;
  const sold = await soldBefore(tx, refund);
  const voided = cards.map(({ card, cents }) => ({ orderLineId: card.orderLineId, cents }));
  const limits = paymentCardLimits(sold);
  const shares = splitRefund(refundParts(sold), { amountCents, cards: voided, limits, orderLineId });
  await replaceShares(
    tx,
    refund.id,
    shares.map((share) => ({ ...share, tender: 'payment card' as const })),
  );
}

/** The same of a refund to gift cards: of goods and shipping of the sellers whose cards they are. */
export async function recordGiftCardShares(
  tx: Transaction,
  { refund, shares: given }: { refund: RefundRow; shares: readonly GiftCardShare[] },
): Promise<void> {
  const { orderLineId } = refund;
  const parts = refundParts(await soldBefore(tx, refund)).filter(({ part }) => part !== 'card');
  const shares = [...Map.groupBy(given, ({ paid }) => paid.card.sellerId)].flatMap(([sellerId, ofSeller]) => {
    const own = parts.filter((part) => part.sellerId === sellerId);
    return splitRefund(own, { amountCents: centsOf(ofSeller), cards: [], orderLineId });
  });
  await replaceShares(
    tx,
    refund.id,
    shares.map((share) => ({ ...share, tender: 'gift card' as const })),
  );
}

async function soldBefore(tx: Transaction, { id, orderId }: RefundRow): Promise<Sold> {
  return {
    lines: await linesOf(tx, orderId),
    sellers: await sellersOf(tx, orderId),
    refunded: (await effectiveRefundShares(tx, orderId)).filter((share) => share.refundId !== id),
  };
}

/** By seller, what of goods and shipping the payment card paid and has not got back. */
function paymentCardLimits({ sellers, refunded }: Sold): Map<number, number> {
  return new Map(
    sellers.map(({ sellerId, goodsCents, shippingCents, giftCardTenderCents }) => {
      const back = refunded.filter(
        (share) => share.sellerId === sellerId && share.part !== 'card' && share.tender === 'payment card',
      );
      return [sellerId, goodsCents + shippingCents - giftCardTenderCents - sumCents(back.map(({ cents }) => cents))];
    }),
  );
}

type Sold = { lines: OrderLineRow[]; sellers: OrderSellerRow[]; refunded: RefundShareRow[] };

function refundParts({ lines, sellers, refunded }: Sold): RefundPart[] {
  const sold = [
    ...lines.map((line) => ({
      sellerId: line.sellerId,
      orderLineId: line.id,
      part: line.isGiftcard ? ('card' as const) : ('goods' as const),
      cents: line.totalCents,
      gstCents: line.gstCents,
    })),
    ...sellers
      .filter((seller) => seller.shippingCents > 0)
      .map((seller) => ({
        sellerId: seller.sellerId,
        orderLineId: null,
        part: 'shipping' as const,
        cents: seller.shippingCents,
        gstCents: seller.shippingGstCents,
      })),
  ];
  return sold.map((part) => {
    const same = refunded.filter((share) => share.sellerId === part.sellerId && share.orderLineId === part.orderLineId);
    const refundedCents = sumCents(same.map((share) => share.cents));
    const refundedGstCents = sumCents(same.map((share) => share.gstCents));
    return { ...part, refundedCents, refundedGstCents };
  });
}
