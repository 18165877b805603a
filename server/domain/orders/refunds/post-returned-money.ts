import { postReturns } from '#server/domain/seller-ledger/post-order.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { sumCents } from '#server/platform/kernel/split-cents.ts';
import { findOrderSale } from '../stores/order-sellers-store.ts';
import { listRefundShares } from '../stores/refund-shares-store.ts';
import { listRefundsOfPayment } from '../stores/refunds-store.ts';

/** Posts an order's refunds to its sellers' accounts. Call after every change of a refund, with the order locked. */
export async function postReturnedMoney(
  tx: Transaction,
  { orderId, now }: { orderId: number; now: Date },
): Promise<void> {
  const sale = await findOrderSale(tx, orderId);
  if (!sale) return;
  const refunds = await listRefundsOfPayment(tx, sale.paymentId);
  const shares = await listRefundShares(
    tx,
    refunds.map(({ id }) => id),
  );
  const returned = refunds.flatMap(({ id, state }) =>
    sale.sellers.map(({ sellerId }) => {
      const sellerShares = shares.filter((share) => share.refundId === id && share.sellerId === sellerId);
      return {
        refundId: id,
        sellerId,
        cents: state === 'failed' ? 0 : sumCents(sellerShares.map(({ cents }) => cents)),
      };
    }),
  );
  await postReturns(tx, { ...sale, orderId, now, returned });
}
