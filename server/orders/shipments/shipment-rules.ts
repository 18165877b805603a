import { appError, type Result } from '../../kernel/errors.ts';

/** A line of the order: only products travel, gift cards go by message. */
export type ShippableLine = {
  orderLineId: number;
  sellerId: number;
  shopUrl: string;
  qty: number;
  isGiftcard: boolean;
};
export type Content = { orderLineId: number; qty: number };
export type ShipmentInput = {
  /** shop_url; needed where an order has products of several sellers. */
  seller?: string | undefined;
  /** Only these; everything that is left when empty. Without `qty` all that is left of the line. */
  lines: readonly { orderLineId: number; qty?: number | undefined }[];
};

/** Whose products are meant: the order's only seller of products, or the one that is named. */
export function sellerOfShipment(lines: readonly ShippableLine[], input: ShipmentInput): Result<number> {
  const named = input.lines.map(({ orderLineId }) => orderLineId);
  const products = lines.filter(({ isGiftcard }) => !isGiftcard);
  const meant = products.filter(
    ({ orderLineId, shopUrl }) =>
      (input.seller === undefined || shopUrl === input.seller) && (named.length === 0 || named.includes(orderLineId)),
  );
  const shops = new Set(products.map(({ shopUrl }) => shopUrl));
  const isUnknown = input.seller !== undefined && !shops.has(input.seller);
  const [only, ...others] = new Set(meant.map(({ sellerId }) => sellerId));
  if (shops.size === 0 || (only === undefined && !isUnknown)) return appError('nothing_to_ship');
  return only === undefined || others.length > 0 ? appError('seller_needed', [[...shops].join(', ')]) : only;
}

type Left = { lines: readonly ShippableLine[]; sellerId: number; shipped: readonly Content[] };

/**
 * What goes into a shipment: no more of a line than was sold less what earlier shipments hold, and at least one piece.
 */
export function shipmentContents({ lines, sellerId, shipped }: Left, input: ShipmentInput): Result<Content[]> {
  const left = lines
    .filter((line) => line.sellerId === sellerId && !line.isGiftcard)
    .map(({ orderLineId, qty }) => ({
      orderLineId,
      qty: shipped.reduce((rest, other) => (other.orderLineId === orderLineId ? rest - other.qty : rest), qty),
    }))
    .filter(({ qty }) => qty > 0);
  if (input.lines.length === 0) return left.length > 0 ? left : appError('nothing_to_ship');
  const contents: Content[] = [];
  for (const { orderLineId, qty } of input.lines) {
    const line = left.find((other) => other.orderLineId === orderLineId);
    const isTwice = contents.some((other) => other.orderLineId === orderLineId);
    if (!line || isTwice || (qty ?? line.qty) > line.qty)
      return appError('line_not_shippable', [orderLineId, isTwice ? 0 : (line?.qty ?? 0)]);
    contents.push({ orderLineId, qty: qty ?? line.qty });
  }
  return contents;
}
