import type { Order, OrderItem, OrderStatus } from '#contract/account.ts';
import type { CardState, MessageProblem } from '#contract/gift-cards.ts';
import { gstOfAll } from '#contract/rules/gst.ts';
import { toDollars } from '#contract/rules/money.ts';
import { DEFAULT_ZONE } from '#contract/rules/zones.ts';
import { imagePath } from '../catalogue/picture-address.ts';
import { type CardOffers, UNISSUED } from '../gift-cards/card-offers.ts';
import { incrementId } from './order-number.ts';
import type { OrderRow, WholeLine } from './store.ts';

/** An order as the calls answer it (EN-29, EN-30 and decisions 0b, gift card line). */
export function orderView(order: OrderRow, { lines, offers }: { lines: readonly WholeLine[]; offers: Offers }): Order {
  const own = lines.filter(({ line }) => line.orderId === order.id);
  const sold = own.map(({ line }) => ({ cents: line.totalCents, isGiftcard: line.isGiftcard }));
  return {
    id: order.id,
    increment_id: incrementId(order.number ?? 0),
    status: order.status as OrderStatus,
    created_at: (order.placedAt ?? order.createdAt).toISOString(),
    customer_name: order.customerName,
    currency: 'AUD',
    grand_total: toDollars(order.totalCents),
    subtotal: toDollars(order.subtotalCents),
    shipping_amount: toDollars(order.shippingCents),
    tax_amount: toDollars(gstOfAll({ lines: sold, shippingCents: order.shippingCents })),
    shipping_address: order.shippingAddress,
    billing_address: order.billingAddress,
    ...(order.refusalReason ? { refusal_reason: order.refusalReason } : {}),
    items: own.map((whole) => itemView(order, whole, offers)),
  };
}

type Offers = Map<number, CardOffers>;

function itemView(order: OrderRow, whole: WholeLine, offers: Offers): OrderItem {
  const { line, sellerName, picture } = whole;
  const card = giftCardView(order, whole, offers);
  return {
    item_id: line.id,
    product_id: line.productId,
    sku: line.sku,
    name: line.name,
    price: toDollars(line.priceCents),
    qty: line.qty,
    total: toDollars(line.totalCents),
    image: picture ? imagePath(picture) : '',
    seller_name: sellerName,
    options: line.options,
    ...(card ? { gift_card: card } : {}),
  };
}

const iso = (instant: Date | null | undefined): string | null => instant?.toISOString() ?? null;

/** Before the order is approved there is no card yet: its state is 'waiting'. An order that was refused never gets one. */
function giftCardView({ status }: OrderRow, { details, card }: WholeLine, offers: Offers): OrderItem['gift_card'] {
  if (!details) return undefined;
  const over = status === 'refused' || status === 'refunded';
  const can = offers.get(details.id) ?? { ...UNISSUED, edit: !over };
  return {
    gift_card_details_id: details.id,
    state: (card?.state ?? (over ? 'void' : 'waiting')) as CardState,
    send_at: iso(card?.sendAt ?? details.sendAt),
    sent_at: iso(card?.sentAt),
    delivered_at: iso(card?.deliveredAt),
    problem: card?.state === 'failed' ? ((card.problem ?? null) as MessageProblem | null) : null,
    opened_at: iso(can.openedAt),
    can_edit: can.edit,
    can_correct: can.correct,
    can_send_again: can.sendAgain,
    send_again_from: iso(can.sendAgainFrom),
    recipient_name: `${details.recipientFirstname} ${details.recipientLastname}`,
    recipient_mobile: details.recipientMobile,
    timezone: details.timezone ?? DEFAULT_ZONE,
  };
}
