import type { shipmentStates } from '#server/platform/database/schema/states/shipment.ts';
import { appError, isAppError, type Result } from '#server/platform/kernel/errors.ts';

/** What one refund returns of a line: the pieces it names, and its share of the line's price in cents. */
export type LineRefund = { qty: number; cents: number; at: Date };
/** How many pieces of a line are in one parcel. */
export type LineParcel = {
  shipmentId: number;
  state: (typeof shipmentStates.states)[number];
  qty: number;
  packedAt: Date | null;
};
/** A line of the order: only products travel, gift cards go by message. */
export type ShippableLine = {
  orderLineId: number;
  sellerId: number;
  shopUrl: string;
  qty: number;
  totalCents: number;
  isGiftcard: boolean;
  /** Those that did not fail, oldest first. */
  refunds: readonly LineRefund[];
  /** Oldest first. */
  parcels: readonly LineParcel[];
};
export type Content = { orderLineId: number; qty: number };
export type ShipmentInput = {
  /** shop_url; needed where an order has products of several sellers. */
  seller?: string | undefined;
  /** Only these; everything that is left when empty. Without `qty` all that is left of the line. */
  lines: readonly { orderLineId: number; qty?: number | undefined }[];
};

const sumOfQty = (all: readonly { qty: number }[]): number => all.reduce((sum, { qty }) => sum + qty, 0);

type Refundable = Pick<ShippableLine, 'qty' | 'totalCents' | 'refunds'>;

/** The pieces that each refund returns. All pieces are refunded once the line's whole price is. */
function refundedPieces({ qty, totalCents, refunds }: Refundable): { qty: number; at: Date }[] {
  let [left, cents] = [qty, 0];
  return refunds.map((refund) => {
    cents += refund.cents;
    const isWhole = totalCents > 0 && cents >= totalCents;
    const pieces = Math.min(left, isWhole ? left : refund.qty);
    left -= pieces;
    return { qty: pieces, at: refund.at };
  });
}

/** How many pieces of a line were refunded. */
export const refundedQty = (line: Refundable): number => sumOfQty(refundedPieces(line));

/** A packed parcel's pieces of a line; `refunded` of them were refunded after they were packed. */
type PackedPieces = { shipmentId: number; qty: number; refunded: number };
type Unsent = { toPack: number; packed: PackedPieces[] };

/**
 * What of a line is still to be packed and sent. Refunded pieces come first from what is in no parcel, then from the
 * newest packed parcel; a parcel that was packed after a refund was packed on purpose.
 */
export function unsentOf(line: Refundable & Pick<ShippableLine, 'parcels'>): Unsent {
  const refunded = refundedPieces(line);
  const unpacked = line.qty - sumOfQty(line.parcels);
  const isPacked = ({ state }: LineParcel) => state === 'packed';
  let inParcels = Math.max(0, sumOfQty(refunded) - unpacked);
  let counted = 0;
  const packed = line.parcels.filter(isPacked).toReversed();
  return {
    toPack: Math.max(0, unpacked - sumOfQty(refunded)),
    packed: packed.map(({ shipmentId, qty, packedAt }) => {
      const since = sumOfQty(refunded.filter(({ at }) => packedAt !== null && at >= packedAt));
      const pieces = Math.max(0, Math.min(qty, inParcels, since - counted));
      inParcels -= pieces;
      counted += pieces;
      return { shipmentId, qty, refunded: pieces };
    }),
  };
}

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

type Left = { lines: readonly ShippableLine[]; sellerId: number };

/**
 * What goes into a new parcel. Without named lines: all that is left to pack. A named line may hold refunded pieces, for
 * the piece that came back may be another one; never more than was sold less what earlier parcels hold.
 */
export function shipmentContents({ lines, sellerId }: Left, input: ShipmentInput): Result<Content[]> {
  const isNamed = input.lines.length > 0;
  const left = lines
    .filter((line) => line.sellerId === sellerId && !line.isGiftcard)
    .map((line) => ({
      orderLineId: line.orderLineId,
      qty: isNamed ? line.qty - sumOfQty(line.parcels) : unsentOf(line).toPack,
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

/** Packed parcels that are sent, or what goes into a new one; neither where everything was sent before. */
type ToSend = { packed: number[]; contents: Content[] };

/**
 * What is sent: packed parcels, but for those in which everything was refunded, or else a new parcel. Of named lines a
 * new parcel, or else the packed parcels that hold nothing else.
 */
export function parcelsToSend({ lines, sellerId }: Left, input: ShipmentInput): Result<ToSend> {
  const own = lines.filter((line) => line.sellerId === sellerId && !line.isGiftcard);
  const packed = packedParcels(own);
  const ready = input.lines.length > 0 ? [] : packed.filter(({ isRefunded }) => !isRefunded);
  const send = (parcels: typeof packed) => ({ packed: parcels.map(({ shipmentId }) => shipmentId), contents: [] });
  if (ready.length > 0) return send(ready);
  const contents = shipmentContents({ lines, sellerId }, input);
  if (!isAppError(contents)) return { packed: [], contents };
  if (input.lines.length > 0) {
    const named = input.lines.flatMap(({ orderLineId, qty }) => (qty === undefined ? orderLineId : []));
    const held = packed.filter(({ lineIds }) => lineIds.every((id) => named.includes(id)));
    const isHeld = ({ orderLineId }: { orderLineId: number }) =>
      held.some(({ lineIds }) => lineIds.includes(orderLineId));
    return input.lines.every(isHeld) ? send(held) : contents;
  }
  if (packed.length > 0) {
    const lineIds = new Set(packed.flatMap((parcel) => parcel.lineIds));
    return appError('parcel_refunded', [[...lineIds].map((id) => `--line ${id}`).join(' ')]);
  }
  return own.some(({ parcels }) => parcels.length > 0) ? send([]) : contents;
}

/** The packed parcels of these lines; `isRefunded`: everything in it was refunded since. */
function packedParcels(lines: readonly ShippableLine[]) {
  const pieces = lines.flatMap((line) =>
    unsentOf(line).packed.map((packed) => ({ ...packed, orderLineId: line.orderLineId })),
  );
  return [...Map.groupBy(pieces, ({ shipmentId }) => shipmentId)]
    .map(([shipmentId, inParcel]) => ({
      shipmentId,
      lineIds: inParcel.map(({ orderLineId }) => orderLineId),
      isRefunded: inParcel.every(({ qty, refunded }) => refunded >= qty),
    }))
    .sort((one, other) => one.shipmentId - other.shipmentId);
}
