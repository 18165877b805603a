import type { Transaction } from '../../database/handle.ts';
import { sumCents } from '../../kernel/split-cents.ts';
import { linesOf, type OrderLineRow } from '../stores/order-lines-store.ts';
import { type OrderSellerRow, sellersOf } from '../stores/order-sellers-store.ts';
import { paymentById } from '../stores/payments-store.ts';
import { effectiveRefundShares, type RefundShareRow, replaceShares } from '../stores/refund-shares-store.ts';
import type { RefundRow } from '../stores/refunds-store.ts';
import type { CardVoid } from './card-voids.ts';
import { type RefundPart, splitRefund } from './split-refund.ts';

/**
 * Writes whose money a refund returns: what settlement deducts from each seller. Written anew when other cards pay for
 * it, or when it counts again after it failed. A payment that bought nothing has no sellers.
 */
export async function recordShares(
  tx: Transaction,
  { refund, cards }: { refund: RefundRow; cards: readonly CardVoid[] },
): Promise<void> {
  const payment = await paymentById(tx, refund.paymentId);
  if (payment?.state !== 'captured' && payment?.state !== 'refunded') return;
  const { orderId, amountCents } = refund;
  const [lines, sellers, refunded] = [
    await linesOf(tx, orderId),
    await sellersOf(tx, orderId),
    (await effectiveRefundShares(tx, orderId)).filter((share) => share.refundId !== refund.id),
  ];
  const voided = cards.map(({ card, cents }) => ({ orderLineId: card.orderLineId, cents }));
  const shares = splitRefund(refundParts({ lines, sellers, refunded }), { amountCents, cards: voided });
  await replaceShares(
    tx,
    refund.id,
    shares.map((share) => ({ ...share, tender: 'payment card' as const })),
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
