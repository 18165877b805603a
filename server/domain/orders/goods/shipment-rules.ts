import type { shipmentStates } from '#server/platform/database/schema/states/shipment.ts';
import { appError, isAppError, type Result } from '#server/platform/kernel/errors.ts';

/** `qty`: refunded items. `cents`: this line's share of the refund. */
export type LineRefund = { qty: number; cents: number; refundedAt: Date };
export type LineParcel = {
  shipmentId: number;
  state: (typeof shipmentStates.states)[number];
  qty: number;
  packedAt: Date | null;
};
export type ShippableLine = {
  orderLineId: number;
  sellerId: number;
  shopUrl: string;
  qty: number;
  totalCents: number;
  isGiftcard: boolean;
  /** Refunds, oldest first, without failed ones. */
  refunds: readonly LineRefund[];
  /** Parcels, oldest first. */
  parcels: readonly LineParcel[];
};
export type Content = { orderLineId: number; qty: number };
export type ShipmentInput = {
  /** The seller's shop_url; required if several sellers have products. */
  seller?: string | undefined;
  /** If empty, ships everything that is left. A line without `qty` ships all that is left of it. */
  lines: readonly { orderLineId: number; qty?: number | undefined }[];
};

const sumOfQty = (all: readonly { qty: number }[]): number => all.reduce((sum, { qty }) => sum + qty, 0);

type Refundable = Pick<ShippableLine, 'qty' | 'totalCents' | 'refunds'>;

/** Returns how many items each refund covers. Once the whole price is refunded, all items count as refunded. */
function refundedPieces({ qty, totalCents, refunds }: Refundable): { qty: number; refundedAt: Date }[] {
  let [left, cents] = [qty, 0];
  return refunds.map((refund) => {
    cents += refund.cents;
    const isWhole = totalCents > 0 && cents >= totalCents;
    const pieces = Math.min(left, isWhole ? left : refund.qty);
    left -= pieces;
    return { qty: pieces, refundedAt: refund.refundedAt };
  });
}

export const refundedQty = (line: Refundable): number => sumOfQty(refundedPieces(line));

/** `refunded`: how many of these items were refunded after packing. */
type PackedPieces = { shipmentId: number; qty: number; refunded: number };
type Unsent = { toPack: number; packed: PackedPieces[] };

/**
 * Counts refunds against unpacked items first, then against the newest packed parcel. A parcel packed after the refund
 * was packed on purpose, so the refund does not count against it.
 */
export function countUnsentPieces(line: Refundable & Pick<ShippableLine, 'parcels'>): Unsent {
  const refunded = refundedPieces(line);
  const unpacked = line.qty - sumOfQty(line.parcels);
  const isPacked = ({ state }: LineParcel) => state === 'packed';
  let inParcels = Math.max(0, sumOfQty(refunded) - unpacked);
  let counted = 0;
  const packed = line.parcels.filter(isPacked).toReversed();
  return {
    toPack: Math.max(0, unpacked - sumOfQty(refunded)),
    packed: packed.map(({ shipmentId, qty, packedAt }) => {
      const since = sumOfQty(refunded.filter(({ refundedAt }) => packedAt !== null && refundedAt >= packedAt));
      const pieces = Math.max(0, Math.min(qty, inParcels, since - counted));
      inParcels -= pieces;
      counted += pieces;
      return { shipmentId, qty, refunded: pieces };
    }),
  };
}

/** Returns the seller of a shipment, whom the input must name unless only one seller has products. */
export function resolveShipmentSeller(lines: readonly ShippableLine[], input: ShipmentInput): Result<number> {
  const named = input.lines.map(({ orderLineId }) => orderLineId);
  const products = lines.filter(({ isGiftcard }) => !isGiftcard);
  const meant = products.filter(
    ({ orderLineId, shopUrl }) =>
      (input.seller === undefined || shopUrl === input.seller) && (named.length === 0 || named.includes(orderLineId)),
  );
  const shops = new Set(products.map(({ shopUrl }) => shopUrl));
  const isUnknown = input.seller !== undefined && !shops.has(input.seller);
  const [only, ...otherSellers] = new Set(meant.map(({ sellerId }) => sellerId));
  if (shops.size === 0 || (only === undefined && !isUnknown)) return appError('nothing_to_ship');
  return only === undefined || otherSellers.length > 0 ? appError('seller_needed', [[...shops].join(', ')]) : only;
}

type Left = { lines: readonly ShippableLine[]; sellerId: number };

/** A named line may include refunded items: the customer may have returned a different item. */
export function resolveShipmentContents({ lines, sellerId }: Left, input: ShipmentInput): Result<Content[]> {
  const isNamed = input.lines.length > 0;
  const left = lines
    .filter((line) => line.sellerId === sellerId && !line.isGiftcard)
    .map((line) => ({
      orderLineId: line.orderLineId,
      qty: isNamed ? line.qty - sumOfQty(line.parcels) : countUnsentPieces(line).toPack,
    }))
    .filter(({ qty }) => qty > 0);
  if (!isNamed) return left.length > 0 ? left : appError('nothing_to_ship');
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

/** `packed`: ids of packed parcels. `contents`: a new parcel. Both are empty if everything was sent. */
type ToSend = { packed: number[]; contents: Content[] };

/**
 * Chooses packed parcels that are not fully refunded, otherwise a new parcel. If the input names lines, chooses a new
 * parcel, otherwise packed parcels that contain only these lines.
 */
export function chooseParcelsToSend({ lines, sellerId }: Left, input: ShipmentInput): Result<ToSend> {
  const ownLines = lines.filter((line) => line.sellerId === sellerId && !line.isGiftcard);
  const packed = groupPackedParcels(ownLines);
  const ready = input.lines.length > 0 ? [] : packed.filter(({ isRefunded }) => !isRefunded);
  const send = (parcels: typeof packed) => ({ packed: parcels.map(({ shipmentId }) => shipmentId), contents: [] });
  if (ready.length > 0) return send(ready);
  const contents = resolveShipmentContents({ lines, sellerId }, input);
  if (!isAppError(contents)) return { packed: [], contents };
  if (input.lines.length > 0) {
    const named = input.lines.flatMap(({ orderLineId, qty }) => (qty === undefined ? orderLineId : []));
    const matchingParcels = packed.filter(({ lineIds }) => lineIds.every((id) => named.includes(id)));
    const isHeld = ({ orderLineId }: { orderLineId: number }) =>
      matchingParcels.some(({ lineIds }) => lineIds.includes(orderLineId));
    return input.lines.every(isHeld) ? send(matchingParcels) : contents;
  }
  if (packed.length > 0) {
    const lineIds = new Set(packed.flatMap((parcel) => parcel.lineIds));
    return appError('parcel_refunded', [[...lineIds].map((id) => `--line ${id}`).join(' ')]);
  }
  return ownLines.some(({ parcels }) => parcels.length > 0) ? send([]) : contents;
}

function groupPackedParcels(lines: readonly ShippableLine[]) {
  const pieces = lines.flatMap((line) =>
    countUnsentPieces(line).packed.map((packed) => ({ ...packed, orderLineId: line.orderLineId })),
  );
  return [...Map.groupBy(pieces, ({ shipmentId }) => shipmentId)]
    .map(([shipmentId, inParcel]) => ({
      shipmentId,
      lineIds: inParcel.map(({ orderLineId }) => orderLineId),
      isRefunded: inParcel.every(({ qty, refunded }) => refunded >= qty),
    }))
    .sort((parcel, other) => parcel.shipmentId - other.shipmentId);
}
