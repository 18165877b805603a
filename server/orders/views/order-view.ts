import type { Order, OrderItem, OrderStatus } from '#contract/account.ts';
import type { MessageProblem } from '#contract/gift-cards.ts';
import { toDollars } from '#contract/rules/money/money.ts';
import { incrementId } from '#contract/rules/order-number.ts';
import { DEFAULT_ZONE } from '#contract/rules/time/zones.ts';
import { cardState } from '../../gift-cards/card-state.ts';
import { type AllowedActions, UNISSUED } from '../../gift-cards/delivery/allowed-actions.ts';
import { imagePath } from '../../pictures/picture-address.ts';
import type { ViewLine } from '../stores/order-lines-store.ts';
import type { OrderRow } from '../stores/orders-store.ts';

type Parts = { lines: readonly ViewLine[]; actions: Actions };

/** An order as the calls return it. Its tax is what was stored when it was sold. */
export function orderView(order: OrderRow, { lines, actions }: Parts): Order {
  const own = lines.filter(({ line }) => line.orderId === order.id);
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
    tax_amount: toDollars(order.gstCents),
    shipping_address: order.shippingAddress,
    billing_address: order.billingAddress,
    // A held order may keep why it is about to be refused.
    ...(order.status === 'refused' && order.refusalReason ? { refusal_reason: order.refusalReason } : {}),
    items: own.map((line) => itemView(order, line, actions)),
  };
}

type Actions = Map<number, AllowedActions>;

function itemView(order: OrderRow, viewLine: ViewLine, actions: Actions): OrderItem {
  const { line, sellerName, picture } = viewLine;
  const card = giftCardView(order, viewLine, actions);
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

/**
 * Before the order is approved there is no card yet: its state is 'waiting'. An order that was refused never gets one.
 */
function giftCardView(
  { status }: OrderRow,
  { details, card, isVoid }: ViewLine,
  actions: Actions,
): OrderItem['gift_card'] {
  if (!details) return undefined;
  const over = status === 'refused' || status === 'refunded';
  const can = actions.get(details.id) ?? { ...UNISSUED, edit: !over };
  const state = card ? cardState({ ...card, isVoid }) : over ? 'void' : 'waiting';
  return {
    gift_card_details_id: details.id,
    state,
    send_at: iso(card?.sendAt ?? details.sendAt),
    sent_at: iso(card?.sentAt),
    delivered_at: iso(card?.deliveredAt),
    problem: state === 'failed' ? ((card?.problem ?? null) as MessageProblem | null) : null,
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
