import type { Handle } from '#server/platform/database/handle.ts';
import { sumCents } from '#server/platform/kernel/split-cents.ts';
import { listLinesWithShops } from '../stores/order-lines-store.ts';
import { listRefundShares, type RefundShareRow } from '../stores/refund-shares-store.ts';
import { listRefunds, type RefundRow } from '../stores/refunds-store.ts';
import { listShipments, type Shipment } from '../stores/shipments-store.ts';
import type { LineParcel, LineRefund, ShippableLine } from './shipment-rules.ts';

export type GoodsLine = ShippableLine & { orderId: number; name: string };

export async function loadGoods(
  handle: Handle,
  orderIds: readonly number[],
): Promise<{ lines: GoodsLine[]; shipments: Shipment[] }> {
  const lines = await listLinesWithShops(handle, orderIds);
  const refunds = await listRefunds(handle, orderIds);
  const refundIds = refunds.map(({ id }) => id);
  const shares = await listRefundShares(handle, refundIds);
  const shipments = await listShipments(handle, orderIds);
  return {
    lines: lines.map((line) => ({
      ...line,
      refunds: line.isGiftcard ? [] : refundsOfLine(line.orderLineId, { refunds, shares }),
      parcels: parcelsOfLine(line.orderLineId, shipments),
    })),
    shipments,
  };
}

type Refunded = { refunds: readonly RefundRow[]; shares: readonly RefundShareRow[] };

export function refundsOfLine(lineId: number, { refunds, shares }: Refunded): LineRefund[] {
  return refunds.flatMap((refund) => {
    const qty = refund.orderLineId === lineId ? (refund.lineQty ?? 0) : 0;
    const ownShares = shares.filter((share) => share.refundId === refund.id && share.orderLineId === lineId);
    const cents = sumCents(ownShares.map((share) => share.cents));
    return refund.state === 'failed' || qty + cents === 0 ? [] : [{ qty, cents, refundedAt: refund.createdAt }];
  });
}

export function parcelsOfLine(lineId: number, shipments: readonly Shipment[]): LineParcel[] {
  return shipments.flatMap(({ id: shipmentId, state, packedAt, contents }) =>
    contents
      .filter(({ orderLineId }) => orderLineId === lineId)
      .map(({ qty }) => ({ shipmentId, state, qty, packedAt })),
  );
}
