import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Order, OrderItem } from '#contract/account.ts';
import { toCents } from '#contract/rules/money/money.ts';
import type { RefundReason } from '#contract/rules/refund-reasons.ts';
import { formatShortDate, type StatusWords } from './order-status.ts';

type Shipment = Order['shipments'][number];
type Shipped = Pick<Order, 'status' | 'items' | 'shipments'>;

const goodStatus = (text: string): StatusWords => ({ text, tone: 'good', icon: 'truck' });
const plainStatus = (text: string): StatusWords => ({ text, tone: 'muted', icon: 'box' });

/** Returns whether any parcel has left its seller or, with `item`, any parcel that contains the item. */
export const hasLeft = ({ shipments }: Pick<Order, 'shipments'>, item?: OrderItem): boolean =>
  shipments.some(
    ({ state, items }) =>
      state !== 'packed' && (item === undefined || items.some(({ item_id }) => item_id === item.item_id)),
  );

export function parcelWords(i18n: I18n, { state, packed_at, sent_at, received_at }: Shipment): StatusWords {
  const day = formatShortDate(i18n, received_at ?? sent_at ?? packed_at ?? '');
  const texts: Record<Shipment['state'], MessageDescriptor> = {
    packed: msg`Packed ${day}`,
    sent: msg`Sent ${day}`,
    received: msg`Received ${day}`,
  };
  const text = i18n._(texts[state]);
  return state === 'packed' ? plainStatus(text) : goodStatus(text);
}

const NEVER_SENT: readonly RefundReason[] = ['not available', 'order changed'];

/** Returns how many units of a line ship. Excludes gift cards and units refunded before shipping. */
function countShippedUnits(order: Shipped, item: OrderItem): number {
  const { gift_card, refunds, qty_refunded, price, qty } = item;
  if (gift_card) return 0;
  const refundedCents = refunds.reduce(
    (sum, { reason, amount }) => (NEVER_SENT.includes(reason) ? sum + toCents(amount) : sum),
    0,
  );
  const neverSent = price > 0 ? Math.floor(refundedCents / toCents(price)) : 0;
  const inParcels = countUnitsInState(order, item, ['packed', 'sent', 'received']);
  return Math.max(inParcels, qty - Math.max(qty_refunded, neverSent));
}

function countUnitsInState(order: Shipped, item: OrderItem, states: readonly Shipment['state'][]): number {
  const parcels = order.shipments.filter(({ state }) => states.includes(state));
  const packedItems = parcels.flatMap(({ items }) => items.filter(({ item_id }) => item_id === item.item_id));
  return packedItems.reduce((sum, { qty }) => sum + qty, 0);
}

export function productWords(i18n: I18n, order: Shipped, items = order.items): StatusWords | null {
  const products = items.filter((item) => countShippedUnits(order, item) > 0);
  const [first, ...otherProducts] = products;
  if (first === undefined || order.status !== 'approved') return null;
  const all = (states: Shipment['state'][]) =>
    products.every((item) => countUnitsInState(order, item, states) >= countShippedUnits(order, item));
  const hasAny = (states: Shipment['state'][]) => products.some((item) => countUnitsInState(order, item, states) > 0);
  if (all(['received'])) return goodStatus(i18n._(msg`Received`));
  if (all(['sent', 'received'])) return goodStatus(i18n._(msg`Sent`));
  if (hasAny(['sent', 'received'])) return goodStatus(i18n._(msg`Partly sent`));
  if (hasAny(['packed'])) return plainStatus(i18n._(msg`Packed`));
  const { seller_name: seller } = first;
  return plainStatus(i18n._(otherProducts.length > 0 ? msg`Being packed` : msg`${seller} is packing it`));
}
