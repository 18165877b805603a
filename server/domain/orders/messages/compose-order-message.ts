import { toIncrementId } from '#contract/rules/order-number.ts';
import type { RefundReason } from '#contract/rules/refund-reasons.ts';
import type { HeldFor } from '#server/platform/database/schema/states/order.ts';
import { formatDollars, formatInstant } from '#server/platform/kernel/plain-texts.ts';
import { escapeHtml } from '#server/platform/kernel/text.ts';
import type { Settings } from '#server/settings.ts';
import type { OrderRow } from '../stores/orders-store.ts';
import type { RefundRow } from '../stores/refunds-store.ts';
import type { Shipment } from '../stores/shipments-store.ts';
import { trackingUrl } from '../tracking-rules.ts';

type Order = Pick<OrderRow, 'number' | 'totalCents' | 'heldFor' | 'placedAt' | 'createdAt' | 'refusalReason'>;
type GiftLimits = Pick<Settings, 'APPROVAL_GIFTS_PER_DAY' | 'APPROVAL_GIFTS_PER_CARD' | 'APPROVAL_GIFTS_PER_NETWORK'>;
type Limits = GiftLimits &
  Pick<Settings, 'APPROVAL_MAX_TOTAL' | 'APPROVAL_FIRST_ORDER_MAX' | 'APPROVAL_ORDERS_PER_HOUR' | 'APPROVAL_DECLINES'>;
type OperatorSettings = Limits & Pick<Settings, 'SHOP_NAME' | 'OPERATOR_CONTACT' | 'publicUrl'>;

/** Card authorisations expire after a week; then the order is refused automatically. */
const AUTHORISED_DAYS = 7;

export function decideBy({ placedAt, createdAt }: Pick<Order, 'placedAt' | 'createdAt'>): Date {
  return new Date((placedAt ?? createdAt).getTime() + AUTHORISED_DAYS * 86_400_000);
}

/** Returns text such as 'Wren Banks, 5 Fig Street, Pyrmont NSW 2009 AU'. */
export function formatAddress({ firstname, lastname, street, city, ...rest }: OrderRow['shippingAddress']): string {
  const { region_code: state, postcode, country_id: country } = rest;
  const place = [city, state, postcode, country].filter(Boolean).join(' ');
  return [`${firstname} ${lastname}`.trim(), ...street, place].filter(Boolean).join(', ');
}

export function describeHoldReason(heldFor: string | null, limits: Limits): string {
  const words: Record<HeldFor, string> = {
    value: `more than $${limits.APPROVAL_MAX_TOTAL}`,
    'first order': `the first order of this customer, over $${limits.APPROVAL_FIRST_ORDER_MAX}`,
    velocity: `${limits.APPROVAL_ORDERS_PER_HOUR} orders of this customer within an hour`,
    declines: `${limits.APPROVAL_DECLINES} declined payments of this customer within an hour`,
    'gift value': `too many gift cards within 24 hours, over ${formatGiftLimits(limits)}`,
    'new device': 'a saved card pays for gift cards to new numbers from a new device, without its security code',
    'card country': 'the card was issued in a different country from the addresses',
    'postcode check': "the postcode doesn't match the bank's records",
    'security code check': "the security code doesn't match the bank's records",
  };
  return words[heldFor as HeldFor] ?? 'unknown';
}

function formatGiftLimits(limits: GiftLimits): string {
  const { APPROVAL_GIFTS_PER_DAY: perDay, APPROVAL_GIFTS_PER_CARD: perCard } = limits;
  const { APPROVAL_GIFTS_PER_NETWORK: perNetwork } = limits;
  return [
    ...(perDay > 0 ? [`$${perDay} for a customer or a number`] : []),
    ...(perCard > 0 ? [`$${perCard} by a payment card`] : []),
    ...(perNetwork > 0 ? [`$${perNetwork} from a network`] : []),
  ].join(', or ');
}

/** The text to the operator must contain no personal data. */
export function composeHeldText(order: Order, settings: OperatorSettings): string {
  const number = toIncrementId(order.number ?? 0);
  const reason = describeHoldReason(order.heldFor, settings);
  return `${settings.SHOP_NAME}: order ${number} of ${formatDollars(order.totalCents)} is held (${reason}). Decide by ${formatInstant(decideBy(order))}: npm run orders -- show ${number}`;
}

export function composeHeldMail(
  order: Order,
  settings: OperatorSettings,
): { subject: string; text: string; html: string } {
  const number = toIncrementId(order.number ?? 0);
  const text = [
    `Order ${number} of ${formatDollars(order.totalCents)} is held: ${describeHoldReason(order.heldFor, settings)}.`,
    `The payment is authorised until ${formatInstant(decideBy(order))} (Sydney time) and not charged yet. If you do not decide by then, the shop refuses the order.`,
    '',
    `npm run orders -- show ${number}`,
    `npm run orders -- approve ${number}`,
    `npm run orders -- refuse ${number} --reason "unverifiable"`,
    '',
  ].join('\n');
  const html = `<!doctype html><html lang="en"><body><pre style="font:16px/1.5 ui-monospace,monospace;white-space:pre-wrap">${escapeHtml(text)}</pre></body></html>`;
  return { subject: `Decide order ${number}: ${formatDollars(order.totalCents)}`, text, html };
}

export function composeRefusedText(order: Order, { SHOP_NAME, OPERATOR_CONTACT }: OperatorSettings): string {
  const number = toIncrementId(order.number ?? 0);
  return `${SHOP_NAME}: your order ${number} was refused (${order.refusalReason}). You haven't been charged. Questions: ${OPERATOR_CONTACT}`;
}

export function composeApprovedText(order: Order, { SHOP_NAME, publicUrl }: OperatorSettings): string {
  const number = toIncrementId(order.number ?? 0);
  return `${SHOP_NAME}: your order ${number} has been checked and is paid, ${formatDollars(order.totalCents)}. Follow it here: ${publicUrl}/account/order/${number}`;
}

/**
 * Each reason follows 'the card you paid with', so 'it' would refer to that card. The operator's note stays internal.
 */
const REFUND_WORDS: Record<RefundReason, string> = {
  'not available': ' because an item is not available',
  damaged: ' because an item was damaged',
  'not received': ' because an item did not arrive',
  returned: ' because you returned an item',
  'order changed': ' because the order was changed',
  goodwill: ' as a gesture of goodwill',
  'charged twice': ' because you were charged twice',
  other: '',
};

type Refunded = { order: Order; refund: Pick<RefundRow, 'amountCents' | 'reason' | 'tender'> };

export function composeRefundedText({ order, refund }: Refunded, { SHOP_NAME, publicUrl }: OperatorSettings): string {
  const number = toIncrementId(order.number ?? 0);
  const amount = formatDollars(refund.amountCents);
  if (refund.tender === 'gift card')
    return `${SHOP_NAME}: We've put ${amount} for order ${number} back on the gift card you paid with${REFUND_WORDS[refund.reason]}. You can spend it again now. ${publicUrl}/account/order/${number}`;
  return `${SHOP_NAME}: We've refunded ${amount} for order ${number} to the card you paid with${REFUND_WORDS[refund.reason]}. It may take your bank a few days to show it. ${publicUrl}/account/order/${number}`;
}

/** Composes the text about a failed refund that an earlier text announced. */
export function composeRefundFailedText(
  { order, refund }: Refunded,
  { SHOP_NAME, OPERATOR_CONTACT }: OperatorSettings,
) {
  const number = toIncrementId(order.number ?? 0);
  const amount = formatDollars(refund.amountCents);
  return `${SHOP_NAME}: your bank did not take the refund of ${amount} for your order ${number}. It may have closed the card you paid with. Tell us how else to pay you: ${OPERATOR_CONTACT}`;
}

type Sent = { order: Order; shipment: Pick<Shipment, 'sellerName' | 'contents' | 'carrier' | 'tracking'> };

export function composeSentText({ order, shipment }: Sent, { SHOP_NAME, publicUrl }: OperatorSettings): string {
  const number = toIncrementId(order.number ?? 0);
  const { sellerName, contents, carrier, tracking } = shipment;
  const [first, ...otherItems] = contents.map(({ qty, name }) => (qty === 1 ? name : `${qty} x ${name}`));
  const itemsText = otherItems.length === 0 ? first : `${first} and ${otherItems.length} more`;
  const page = trackingUrl({ carrier, tracking });
  const by = carrier === null ? '' : ` with ${carrier}`;
  const named = tracking === null || page === tracking ? '' : `, tracking number ${tracking}`;
  return `${SHOP_NAME}: ${sellerName} has posted ${itemsText} from your order ${number}${by}${named}. Follow it here: ${page ?? `${publicUrl}/account/order/${number}`}`;
}
