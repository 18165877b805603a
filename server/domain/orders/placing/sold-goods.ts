import { gstBasis } from '#contract/rules/money/gst.ts';
import type { SoldGoods } from '#server/domain/gift-cards/ledger/order-holds.ts';
import { awaitAll, type Transaction } from '#server/platform/database/handle.ts';
import { listOrderLines, type OrderLineRow } from '../stores/order-lines-store.ts';
import { listOrderSellers, type OrderSellerRow } from '../stores/order-sellers-store.ts';

type Sold = { lines: readonly OrderLineRow[]; sellers: readonly OrderSellerRow[] };

export async function loadSoldGoods(tx: Transaction, orderId: number): Promise<Map<number, SoldGoods>> {
  const [lines, sellers] = await awaitAll([listOrderLines(tx, orderId), listOrderSellers(tx, orderId)]);
  return soldGoods({ lines, sellers });
}

export function soldGoods({ lines, sellers }: Sold): Map<number, SoldGoods> {
  const bySeller = Map.groupBy(lines, ({ sellerId }) => sellerId);
  return new Map(
    sellers.map((seller) => {
      const sold = (bySeller.get(seller.sellerId) ?? []).map(({ totalCents, isGiftcard, gstFree }) => ({
        cents: totalCents,
        isGiftcard,
        isGstFree: gstFree,
        isGstRegistered: seller.gstRegistered,
      }));
      const cents = seller.goodsCents + seller.shippingCents;
      return [seller.sellerId, { cents, gstCents: seller.gstCents + seller.shippingGstCents, basis: gstBasis(sold) }];
    }),
  );
}
