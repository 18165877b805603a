import { isNoMobile } from '#server/domain/customers/former-owner-rules.ts';
import { cardState } from '#server/domain/gift-cards/card-state.ts';
import { decideBy, describeHoldReason, formatAddress } from '#server/domain/orders/messages/compose-order-message.ts';
import type { ReceiptResult } from '#server/domain/orders/messages/order-messages.ts';
import type { RefundDone } from '#server/domain/orders/refunds/refund-order.ts';
import type {
  listWarnedOrders,
  OrderKey,
  OrderToShow,
  OrderWithCustomer,
  Shipment,
  UnsentProducts,
} from '#server/domain/orders/review/operator-order-queries.ts';
import { type AppError, errorAnswer, isAppError } from '#server/platform/kernel/errors.ts';
import { formatDollars, formatInstant, formatTable } from '#server/platform/kernel/plain-texts.ts';
import { toCents } from '../../../contract/rules/money/money.ts';
import { toIncrementId } from '../../../contract/rules/order-number.ts';
import type { Settings } from '../../settings.ts';

type Order = OrderWithCustomer['order'];

export const formatOrderNumber = ({ number }: Pick<Order, 'number'>): string => toIncrementId(number ?? 0);

export function formatHeldOrderTable(heldOrders: readonly OrderWithCustomer[], settings: Settings): string[] {
  if (heldOrders.length === 0) return ['No held orders.'];
  const rows = heldOrders.map(({ order, mobile }) => [
    formatOrderNumber(order),
    formatInstant(order.placedAt ?? order.createdAt),
    formatDollars(order.totalCents),
    describeHoldReason(order.heldFor, settings),
    formatInstant(decideBy(order)),
    formatShortCustomer(order.customerName, mobile),
  ]);
  return formatTable([['Order', 'Placed', 'Total', 'Why it is held', 'Decide by', 'Customer'], ...rows]);
}

export function formatWarnedOrderTable(warned: Awaited<ReturnType<typeof listWarnedOrders>>): string[] {
  if (warned.length === 0) return ['No warnings.'];
  const rows = warned.map(({ order, warning }) => [
    formatOrderNumber(order),
    formatDollars(order.totalCents),
    `${warning.kind} (${warning.reason})`,
    formatInstant(warning.openedAt),
  ]);
  return formatTable([['Order', 'Total', 'Warning', 'Since'], ...rows]);
}

export function formatUnsentProductTable(unsent: readonly UnsentProducts[]): string[] {
  if (unsent.length === 0) return ['All paid products have been sent.'];
  const rows = unsent.map(({ number, placed_at, shop_url, state, products }) => [
    formatOrderNumber({ number }),
    formatInstant(placed_at),
    shop_url,
    state,
    products,
  ]);
  return formatTable([['Order', 'Placed', 'Seller', 'State', 'Products'], ...rows]);
}

export function formatOrder(
  { order, mobile, lines, payments, tenders, refunds, disputes, warnings, shipments }: OrderToShow,
  settings: Settings,
): string[] {
  return [
    `Order ${formatOrderNumber(order)} (id ${order.id}): ${formatOrderStatus(order, settings)}`,
    `Placed ${formatInstant(order.placedAt ?? order.createdAt)} by ${formatCustomer(order.customerName, mobile)}`,
    `To ${formatAddress(order.shippingAddress)}`,
    '',
    ...formatTable([
      ['Line', 'What', 'Seller', 'Total', 'Gift card'],
      ...lines.map(({ line, sellerName, shopUrl, ...card }) => [
        String(line.id),
        `${line.qty} x ${line.name}`,
        `${sellerName} (${shopUrl})`,
        formatDollars(line.totalCents),
        line.isGiftcard ? formatCardState(card) : '',
      ]),
    ]),
    '',
    `Shipping ${formatDollars(order.shippingCents)}, total ${formatDollars(order.totalCents)}, of which GST ${formatDollars(order.gstCents)}`,
    ...tenders.flatMap(({ kind, amount, last4, seller_name }) =>
      kind === 'gift_card' ? [`Gift card ending ${last4} (${seller_name}): ${formatDollars(toCents(amount))}`] : [],
    ),
    ...payments.map(
      ({ provider, providerPaymentId, state, amountCents, error, createdAt }) =>
        `Payment ${state}: ${formatDollars(amountCents)}, ${provider} ${providerPaymentId ?? '-'}, ${formatInstant(createdAt)}${error ? ` (${error})` : ''}`,
    ),
    ...refunds.map(
      ({ amountCents, state, tender, reason, note, createdAt }) =>
        `Refund ${tender === 'gift card' ? 'to gift cards' : state}: ${formatDollars(amountCents)}, ${formatInstant(createdAt)} (${reason}; ${note})`,
    ),
    ...disputes.map(
      ({ amountCents, state, reason, openedAt }) =>
        `Dispute ${state}: ${formatDollars(amountCents)}, ${formatInstant(openedAt)} (${reason})`,
    ),
    ...warnings.map(
      ({ kind, state, reason, note, openedAt }) =>
        `Warning ${state}: ${kind} (${reason}), ${formatInstant(openedAt)}${note ? ` (${note})` : ''}`,
    ),
    ...shipments.map(formatShipment),
  ];
}

export function formatShipment({ sellerName, contents, state, carrier, tracking, ...times }: Shipment): string {
  const contentsText = contents
    .map(({ qty, name, orderLineId }) => `${qty} x ${name} (line ${orderLineId})`)
    .join(', ');
  const when = times.receivedAt ?? times.sentAt ?? times.packedAt;
  const by = [carrier, tracking].filter(Boolean).join(' ');
  return `${sellerName}: ${contentsText} ${state}${when ? ` ${formatInstant(when)}` : ''}${by ? `, ${by}` : ''}.`;
}

export function formatOrderStatus(order: Order, settings: Settings): string {
  switch (order.status) {
    case 'held':
      return `held (${describeHoldReason(order.heldFor, settings)}), decide by ${formatInstant(decideBy(order))}`;
    case 'refused':
      return `refused (${order.refusalReason})`;
    default:
      return order.status;
  }
}

type Card = Pick<OrderToShow['lines'][number], 'deliveryState' | 'accountStatus' | 'leftCents'>;

function formatCardState({ deliveryState, accountStatus, leftCents }: Card): string {
  return deliveryState === null
    ? 'not issued'
    : `${cardState({ deliveryState, isVoid: accountStatus === 'void' })}, ${formatDollars(leftCents ?? 0)} left`;
}

/** Returns a masked name and number such as 'Wren B., ...678', or 'deleted'. */
export const formatShortCustomer = (name: string, mobile: string): string =>
  formatPerson(shortenName(name), isNoMobile(mobile) ? '' : shortenMobile(mobile)) || 'deleted';

export const formatCustomer = (name: string, mobile: string): string =>
  formatPerson(name, isNoMobile(mobile) ? '' : mobile) || 'a customer whose name and number are deleted';

const formatPerson = (name: string, mobile: string): string => [name, mobile].filter(Boolean).join(', ');

function shortenName(name: string): string {
  const [first = '', ...otherNames] = name.trim().split(/\s+/);
  const last = otherNames.at(-1);
  return last ? `${first} ${last[0]}.` : first;
}

export const shortenMobile = (mobile: string): string => `...${mobile.slice(-3)}`;

export function formatCharge({ totalCents, giftCardTenderCents }: Order): string {
  const byGiftCard = giftCardTenderCents > 0 ? `, ${formatDollars(giftCardTenderCents)} of it to gift cards` : '';
  return `${formatDollars(totalCents)} is charged${byGiftCard}`;
}

export function formatRefund({ amountCents, giftCardCents, state }: RefundDone): string {
  const toGiftCards = giftCardCents > 0 ? `${formatDollars(giftCardCents)} is back on gift cards` : '';
  if (amountCents === giftCardCents) return `${toGiftCards}.`;
  const money = formatDollars(amountCents - giftCardCents);
  const before = toGiftCards && `${toGiftCards}, and `;
  return state === 'queued'
    ? `${before}${money} goes back as soon as the payment provider answers; the shop keeps trying.`
    : `${before}${money} is on its way back to the customer.`;
}

export const formatSpentAmount = (cents: number): string =>
  ` ${formatDollars(cents)} is not refunded: it was spent from the gift cards.`;

/** The outcome is unknown: the action may have happened, because only the provider's response was lost. */
export function formatUnansweredAction(order: Order, action: 'approve' | 'refuse' | 'refund'): string {
  const number = formatOrderNumber(order);
  const outcomeTexts = {
    approve: `whether order ${number} was charged`,
    refuse: `whether the payment of order ${number} was cancelled`,
    refund: `what was refunded for order ${number}`,
  };
  return `The payment provider does not answer, so it is not yet known ${outcomeTexts[action]}. Check with npm run orders -- show ${number}, or run the command again in a few minutes.`;
}

export const RECEIPT_TEXTS = {
  queued: 'the shop sends the receipt again.',
  'on its way': 'the receipt is already on its way. If it does not arrive within five hours, run the command again.',
  'not approved': 'the order gets a receipt once it is approved.',
  'no mail': 'this shop sends no email. Set MAIL=smtp (docs/how-to/connect-mail.md).',
  'no mailbox': 'the email address of the customer may belong to someone else now, so the shop sends nothing to it.',
} satisfies Record<ReceiptResult, string>;

export const formatUnknownOrder = (key: OrderKey): string =>
  `There is no order ${'id' in key ? `with the id ${key.id}` : toIncrementId(key.number)}. To find it, run: npm run orders -- list`;

export function explainStillHeld({ status }: Order, result: string | AppError | null): string {
  if (status !== 'held' || result === null || !isAppError(result)) return '';
  if (result.code !== 'order_not_held') return ` ${errorAnswer(result).body.message}`;
  return ' The payment provider has not settled the payment yet. Run the command again in a few minutes. If you get the same answer, check the payment at the provider.';
}
