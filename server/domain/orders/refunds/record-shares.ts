import type { Transaction } from '#server/platform/database/handle.ts';
import { sumCents } from '#server/platform/kernel/split-cents.ts';
import { listOrderLines, type OrderLineRow } from '../stores/order-lines-store.ts';
import { listOrderSellers, type OrderSellerRow } from '../stores/order-sellers-store.ts';
import { findPaymentById, type PaymentRow } from '../stores/payments-store.ts';
import { listEffectiveShares, type RefundShareRow, replaceShares } from '../stores/refund-shares-store.ts';
import type { RefundRow } from '../stores/refunds-store.ts';
import type { Allocated } from './allocate-refund.ts';
import type { CardVoid } from './card-voids.ts';
import { type GiftCardShare, sumShareCents } from './gift-card-refund.ts';
import { type RefundPart, type RefundShare, splitRefund } from './split-refund.ts';

type Returned = { refund: RefundRow; payment: PaymentRow; cards: readonly CardVoid[] };

/**
 * Stores each seller's share of a refund, which settlement deducts. Call again when voided cards change or a failed
 * refund succeeds. Orphan payments have no shares, because they sold nothing.
 */
export async function recordShares(tx: Transaction, { refund, payment, cards }: Returned): Promise<void> {
  const present = await findPaymentById(tx, payment.id);
  if (present?.state !== 'captured' && present?.state !== 'refunded') return;
  const { id, orderId, amountCents, orderLineId } = refund;
  const sold = await loadSold(tx, { orderId, refundId: id });
  await replaceShares(tx, id, paymentCardShares(sold, { amountCents, orderLineId, cards }));
}

/** Returns the refunded GST in cents by seller. */
export async function recordGiftCardShares(
  tx: Transaction,
  { refund, shares: givenShares }: { refund: RefundRow; shares: readonly GiftCardShare[] },
): Promise<Map<number, number>> {
  const { id, orderId, orderLineId } = refund;
  const sold = await loadSold(tx, { orderId, refundId: id });
  const shares = giftCardShares(sold, { shares: givenShares, orderLineId });
  await replaceShares(tx, id, shares);
  const bySeller = Map.groupBy(shares, ({ sellerId }) => sellerId);
  return new Map(
    [...bySeller].map(([sellerId, sellerShares]) => [sellerId, sumCents(sellerShares.map(({ gstCents }) => gstCents))]),
  );
}

export type TenderShare = RefundShare & Pick<RefundShareRow, 'tender'>;

export async function previewShares(
  tx: Transaction,
  { orderId, allocated }: { orderId: number; allocated: Allocated },
): Promise<TenderShare[]> {
  const { giftCards, orderLineId, money } = allocated;
  const sold = await loadSold(tx, { orderId, refundId: null });
  const toGiftCards = giftCardShares(sold, { shares: giftCards, orderLineId });
  if (money.amountCents === 0) return toGiftCards;
  const left = { ...sold, refunded: [...sold.refunded, ...toGiftCards] };
  const { amountCents, cardVoids: cards } = money;
  return [...toGiftCards, ...paymentCardShares(left, { amountCents, orderLineId, cards })];
}

type ToPaymentCard = { amountCents: number; orderLineId: number | null; cards: readonly CardVoid[] };

function paymentCardShares(sold: Sold, { amountCents, orderLineId, cards }: ToPaymentCard): TenderShare[] {
  const voided = cards.map(({ card, cents }) => ({ orderLineId: card.orderLineId, cents }));
  const limits = paymentCardLimits(sold);
  const shares = splitRefund(buildRefundParts(sold), { amountCents, cards: voided, limits, orderLineId });
  return shares.map((share) => ({ ...share, tender: 'payment card' }));
}

type ToGiftCards = { shares: readonly GiftCardShare[]; orderLineId: number | null };

function giftCardShares(sold: Sold, { shares: givenShares, orderLineId }: ToGiftCards): TenderShare[] {
  const parts = buildRefundParts(sold).filter(({ part }) => part !== 'card');
  const shares = [...Map.groupBy(givenShares, ({ paid }) => paid.card.sellerId)].flatMap(([sellerId, ofSeller]) => {
    const ownParts = parts.filter((part) => part.sellerId === sellerId);
    return splitRefund(ownParts, { amountCents: sumShareCents(ofSeller), cards: [], orderLineId });
  });
  return shares.map((share) => ({ ...share, tender: 'gift card' }));
}

type Sold = { lines: OrderLineRow[]; sellers: OrderSellerRow[]; refunded: TenderShare[] };

async function loadSold(
  tx: Transaction,
  { orderId, refundId }: { orderId: number; refundId: number | null },
): Promise<Sold> {
  return {
    lines: await listOrderLines(tx, orderId),
    sellers: await listOrderSellers(tx, orderId),
    refunded: (await listEffectiveShares(tx, orderId)).filter((share) => share.refundId !== refundId),
  };
}

/** Returns, by seller, the cents that the payment card paid for goods and shipping, minus refunds. */
function paymentCardLimits({ sellers, refunded }: Sold): Map<number, number> {
  return new Map(
    sellers.map(({ sellerId, goodsCents, shippingCents, giftCardTenderCents }) => {
      const refundedShares = refunded.filter(
        (share) => share.sellerId === sellerId && share.part !== 'card' && share.tender === 'payment card',
      );
      return [
        sellerId,
        goodsCents + shippingCents - giftCardTenderCents - sumCents(refundedShares.map(({ cents }) => cents)),
      ];
    }),
  );
}

function buildRefundParts({ lines, sellers, refunded }: Sold): RefundPart[] {
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
    const partShares = refunded.filter(
      (share) => share.sellerId === part.sellerId && share.orderLineId === part.orderLineId,
    );
    const refundedCents = sumCents(partShares.map((share) => share.cents));
    const refundedGstCents = sumCents(partShares.map((share) => share.gstCents));
    return { ...part, refundedCents, refundedGstCents };
  });
}
