import type { Order, OrderItem, OrderStatus, Tender } from '#contract/account.ts';
import type { MessageProblem } from '#contract/gift-cards.ts';
import { cardExpiry, smallPrint } from '#contract/rules/gift-card/card-expiry.ts';
import { drawingEnd, pictureWords } from '#contract/rules/gift-card/gift-picture.ts';
import { toDollars } from '#contract/rules/money/money.ts';
import { toIncrementId } from '#contract/rules/order-number.ts';
import { DEFAULT_ZONE } from '#contract/rules/time/zones.ts';
import type { Session } from '#server/domain/customers/sessions/sessions.ts';
import { cardState } from '#server/domain/gift-cards/card-state.ts';
import { type AllowedActions, UNISSUED } from '#server/domain/gift-cards/delivery/allowed-actions.ts';
import { giversWords } from '#server/domain/gift-cards/delivery/compose-messages.ts';
import { shownRecipient } from '#server/domain/gift-cards/details/shown-recipient.ts';
import { sumCents } from '#server/platform/kernel/split-cents.ts';
import { imagePath } from '#server/platform/pictures/picture-address.ts';
import { parcelsOfLine, refundsOfLine } from '../goods/load-goods.ts';
import { countUnsentPieces, refundedQty } from '../goods/shipment-rules.ts';
import type { ViewLine } from '../stores/order-lines-store.ts';
import type { OrderRow } from '../stores/orders-store.ts';
import type { RefundShareRow } from '../stores/refund-shares-store.ts';
import type { RefundRow } from '../stores/refunds-store.ts';
import type { Shipment } from '../stores/shipments-store.ts';
import { trackingUrl } from '../tracking-rules.ts';

type Parts = {
  lines: readonly ViewLine[];
  unverified: Session | null;
  actions: Actions;
  refunds: readonly RefundRow[];
  shares: readonly RefundShareRow[];
  shipments: readonly Shipment[];
  tenders: ReadonlyMap<number, Tender[]>;
};

export function orderView(order: OrderRow, { lines, unverified, actions, ...parts }: Parts): Order {
  const ownLines = lines.filter(({ line }) => line.orderId === order.id);
  const refunds = parts.refunds.filter((refund) => refund.orderId === order.id && isShown(refund));
  const shipments = parts.shipments.filter((shipment) => shipment.orderId === order.id);
  const viewRefunds = lineRefunds(refunds, parts.shares);
  const goods = goodsById(ownLines, { refunds, shares: parts.shares, shipments });
  return {
    id: order.id,
    increment_id: toIncrementId(order.number ?? 0),
    status: order.status as OrderStatus,
    created_at: (order.placedAt ?? order.createdAt).toISOString(),
    paid_at: toIso(order.approvedAt),
    customer_name: order.customerName,
    currency: 'AUD',
    grand_total: toDollars(order.totalCents),
    subtotal: toDollars(order.subtotalCents),
    shipping_amount: toDollars(order.shippingCents),
    tenders: parts.tenders.get(order.id) ?? [],
    tax_amount: toDollars(order.gstCents),
    shipping_address: order.shippingAddress,
    billing_address: order.billingAddress,
    // A held order may already store the reason of a refusal that is not complete.
    ...(order.status === 'refused' && order.refusalReason ? { refusal_reason: order.refusalReason } : {}),
    sellers: listLineSellers(ownLines),
    items: ownLines.map((line) => {
      const counted = goods.get(line.line.id);
      const refunded = { refunds: viewRefunds(line.line.id), qtyRefunded: counted ? refundedQty(counted) : 0 };
      return itemView(order, line, { unverified, actions, ...refunded });
    }),
    refunds: refunds.map((refund) => ({
      ...refundView(refund),
      currency: 'AUD',
      state: refund.state,
      tender: refund.tender === 'gift card' ? 'gift_card' : 'payment_card',
    })),
    // Hides the packed parcels of a refunded order, because they are not sent.
    shipments: shipments
      .filter(({ state }) => order.status === 'approved' || state !== 'packed')
      .flatMap((shipment) => omitRefundedPieces(shipment, goods))
      .map(shipmentView),
  };
}

type Counted = Parameters<typeof countUnsentPieces>[0];

function goodsById(
  lines: readonly ViewLine[],
  { shipments, ...refunded }: Pick<Parts, 'refunds' | 'shares' | 'shipments'>,
): Map<number, Counted> {
  const goods = lines.filter(({ line }) => !line.isGiftcard);
  return new Map(
    goods.map(({ line: { id, qty, totalCents } }) => [
      id,
      { qty, totalCents, refunds: refundsOfLine(id, refunded), parcels: parcelsOfLine(id, shipments) },
    ]),
  );
}

function omitRefundedPieces(shipment: Shipment, goods: ReadonlyMap<number, Counted>): Shipment[] {
  if (shipment.state !== 'packed') return [shipment];
  const countRefunded = (lineId: number): number => {
    const line = goods.get(lineId);
    const packed = line ? countUnsentPieces(line).packed : [];
    return packed.find(({ shipmentId }) => shipmentId === shipment.id)?.refunded ?? 0;
  };
  const contents = shipment.contents
    .map((content) => ({ ...content, qty: content.qty - countRefunded(content.orderLineId) }))
    .filter(({ qty }) => qty > 0);
  return contents.length > 0 ? [{ ...shipment, contents }] : [];
}

/** Hides failed refunds that never reached the bank. */
const isShown = ({ state, providerRefundId }: RefundRow): boolean => state !== 'failed' || providerRefundId !== null;

const refundView = ({ amountCents, reason, createdAt }: RefundRow) => ({
  amount: toDollars(amountCents),
  reason,
  created_at: createdAt.toISOString(),
});

type LineRefunds = OrderItem['refunds'];

/**
 * Returns the refunds of an order line, except failed ones. Omits the reason if the refund also covers other parts of
 * the order.
 */
function lineRefunds(refunds: readonly RefundRow[], shares: readonly RefundShareRow[]) {
  return (lineId: number): LineRefunds =>
    refunds.flatMap((refund) => {
      const all = shares.filter((share) => share.refundId === refund.id && share.cents > 0);
      const lineShares = all.filter((share) => share.orderLineId === lineId);
      if (refund.state === 'failed' || lineShares.length === 0) return [];
      const amountCents = sumCents(lineShares.map(({ cents }) => cents));
      const reason = lineShares.length === all.length ? refund.reason : 'other';
      return [refundView({ ...refund, amountCents, reason })];
    });
}

function shipmentView({
  sellerName,
  state,
  carrier,
  tracking,
  contents,
  ...times
}: Shipment): Order['shipments'][number] {
  return {
    seller_name: sellerName,
    state,
    carrier,
    tracking,
    tracking_url: trackingUrl({ carrier, tracking }),
    packed_at: toIso(times.packedAt),
    sent_at: toIso(times.sentAt),
    received_at: toIso(times.receivedAt),
    items: contents.map(({ orderLineId, qty }) => ({ item_id: orderLineId, qty })),
  };
}

function listLineSellers(lines: readonly ViewLine[]): Order['sellers'] {
  const sellers = lines.map(({ sellerName, shopUrl, contact, gstRegistered }) => ({
    name: sellerName,
    shop_url: shopUrl,
    contact,
    gst_registered: gstRegistered ?? true,
  }));
  return [...new Map(sellers.map((seller) => [seller.shop_url, seller])).values()];
}

type Actions = Map<number, AllowedActions>;

type Wrapped = NonNullable<OrderItem['gift_card']>['wrapped'];
type CardParts = { unverified: Session | null; actions: Actions; refunds: LineRefunds };
type ItemParts = CardParts & { qtyRefunded: number };

function itemView(order: OrderRow, viewLine: ViewLine, { qtyRefunded, ...parts }: ItemParts): OrderItem {
  const { line, sellerName, picture } = viewLine;
  const card = giftCardView(order, viewLine, parts);
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
    gst_free: line.gstFree && !line.isGiftcard,
    options: line.options,
    refunds: parts.refunds,
    qty_refunded: qtyRefunded,
    ...(card ? { gift_card: card } : {}),
  };
}

const toIso = (instant: Date | null | undefined): string | null => instant?.toISOString() ?? null;

/** The card is 'waiting' until its order is approved; a refused order never gets a card. */
function giftCardView(
  order: OrderRow,
  viewLine: ViewLine,
  { unverified, actions, refunds }: CardParts,
): OrderItem['gift_card'] {
  const { details, card, isVoid, thanks, wrapping } = viewLine;
  const { status } = order;
  if (!details) return undefined;
  const recipient = shownRecipient(details, unverified);
  // The picture shows the recipient's name, so hide it while the recipient is masked.
  const pictureName = recipient.isMasked ? null : viewLine.pictureName;
  const isOver = status === 'refused' || status === 'refunded';
  const can = actions.get(details.id) ?? { ...UNISSUED, edit: !isOver };
  const state = card ? cardState({ ...card, isVoid }) : isOver ? 'void' : 'waiting';
  return {
    gift_card_details_id: details.id,
    state,
    send_at: toIso(card?.sendAt ?? details.sendAt),
    sent_at: toIso(card?.sentAt),
    delivered_at: toIso(card?.deliveredAt),
    problem: state === 'failed' ? ((card?.problem ?? null) as MessageProblem | null) : null,
    opened_at: toIso(can.openedAt),
    thanks: thanks && { message: thanks.message, said_at: thanks.createdAt.toISOString() },
    can_edit: can.edit,
    can_correct: can.correct,
    can_send_again: can.sendAgain,
    can_print: can.print,
    tell_delivered: card?.tellDelivered ?? false,
    send_again_from: toIso(can.sendAgainFrom),
    picture: pictureName ? `/picture-messages/${pictureName}.jpg` : wrapping ? imagePath(wrapping) : null,
    wrapped: pictureName || recipient.isMasked ? null : wrappedGift(order, viewLine, details),
    recipient_name: `${recipient.firstname} ${recipient.lastname}`.trim(),
    recipient_mobile: recipient.mobile,
    ...(recipient.isMasked ? { masked: true as const } : {}),
    timezone: details.timezone ?? DEFAULT_ZONE,
    void_reason: state === 'void' ? voidReason(status, refunds) : null,
  };
}

/** Returns null if the card has no wrapping. A card that is not yet issued shows its planned expiry. */
function wrappedGift(
  order: OrderRow,
  { line, card, isCorrected, template, wrapping, giver, sellerName }: ViewLine,
  details: NonNullable<ViewLine['details']>,
): Wrapped {
  if (!template || !wrapping) return null;
  const suppliedAt = order.placedAt ?? order.createdAt;
  const planned = { suppliedAt, deliveredAt: details.sendAt ?? suppliedAt, months: line.cardValidityMonths };
  const { recipient, message } = giversWords({ details, isCorrected });
  const words = pictureWords({
    firstname: recipient,
    customer: giver,
    message,
    valueCents: line.priceCents,
    smallPrint: smallPrint(sellerName, card ? card.expiresAt : cardExpiry(planned)),
  });
  const { id, mmsTemplateId, name, occasion, layout } = template;
  const wrapped = { id, mms_template_id: mmsTemplateId, mms_template_url: imagePath(wrapping), name, occasion };
  return { template: { ...wrapped, picture: wrapping, drawing: drawingEnd(layout) }, words };
}

function voidReason(status: OrderRow['status'], refunds: LineRefunds): 'refused' | 'refunded' | 'disputed' {
  if (status === 'refused') return 'refused';
  return refunds.length > 0 || status === 'refunded' ? 'refunded' : 'disputed';
}
