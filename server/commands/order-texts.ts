import { toCents } from '../../contract/rules/money/money.ts';
import { incrementId } from '../../contract/rules/order-number.ts';
import { cardState } from '../gift-cards/card-state.ts';
import { dollars, instantText, table } from '../kernel/plain-texts.ts';
import { decideBy, heldBecause } from '../orders/messages/compose-order-message.ts';
import type {
  listWarnedOrders,
  OrderToShow,
  OrderWithCustomer,
  Shipment,
  UnsentProducts,
} from '../orders/review/operator-order-queries.ts';
import type { Settings } from '../settings.ts';

type Order = OrderWithCustomer['order'];

export const numberOf = ({ number }: Pick<Order, 'number'>): string => incrementId(number ?? 0);

/** A plain table; of the customer only what is needed to recognise them. */
export function heldTable(held: readonly OrderWithCustomer[], settings: Settings): string[] {
  if (held.length === 0) return ['No held orders.'];
  const rows = held.map(({ order, mobile }) => [
    numberOf(order),
    instantText(order.placedAt ?? order.createdAt),
    dollars(order.totalCents),
    heldBecause(order.heldFor, settings),
    instantText(decideBy(order)),
    `${shortName(order.customerName)}, ${shortMobile(mobile)}`,
  ]);
  return table([['Order', 'Placed', 'Total', 'Why it is held', 'Decide by', 'Customer'], ...rows]);
}

/** Orders whose gift cards are frozen by a warning of the payment provider. */
export function warnedTable(warned: Awaited<ReturnType<typeof listWarnedOrders>>): string[] {
  if (warned.length === 0) return ['No warnings.'];
  const rows = warned.map(({ order, warning }) => [
    numberOf(order),
    dollars(order.totalCents),
    `${warning.kind} (${warning.reason})`,
    instantText(warning.openedAt),
  ]);
  return table([['Order', 'Total', 'Warning', 'Since'], ...rows]);
}

/** What sellers have still to send, an order and seller a row. */
export function unsentTable(unsent: readonly UnsentProducts[]): string[] {
  if (unsent.length === 0) return ['Everything that is paid has been sent.'];
  const rows = unsent.map(({ number, placed_at, shop_url, state, products }) => [
    numberOf({ number }),
    instantText(placed_at),
    shop_url,
    state,
    products,
  ]);
  return table([['Order', 'Placed', 'Seller', 'State', 'Products'], ...rows]);
}

/** Everything an operator decides by; recipients of gift cards are nobody's business here. */
export function orderText(
  { order, mobile, lines, payments, tenders, refunds, disputes, warnings, shipments }: OrderToShow,
  settings: Settings,
): string[] {
  return [
    `Order ${numberOf(order)} (id ${order.id}): ${statusText(order, settings)}`,
    `Placed ${instantText(order.placedAt ?? order.createdAt)} by ${order.customerName}, ${mobile}`,
    `To ${addressText(order.shippingAddress)}`,
    '',
    ...table([
      ['Line', 'What', 'Seller', 'Total', 'Gift card'],
      ...lines.map(({ line, sellerName, shopUrl, ...card }) => [
        String(line.id),
        `${line.qty} x ${line.name}`,
        `${sellerName} (${shopUrl})`,
        dollars(line.totalCents),
        line.isGiftcard ? cardText(card) : '',
      ]),
    ]),
    '',
    `Shipping ${dollars(order.shippingCents)}, total ${dollars(order.totalCents)}, of which GST ${dollars(order.gstCents)}`,
    ...tenders.flatMap(({ kind, amount, last4, seller_name }) =>
      kind === 'gift_card' ? [`Gift card ending ${last4} (${seller_name}): ${dollars(toCents(amount))}`] : [],
    ),
    ...payments.map(
      ({ provider, providerPaymentId, state, amountCents, error, createdAt }) =>
        `Payment ${state}: ${dollars(amountCents)}, ${provider} ${providerPaymentId ?? '-'}, ${instantText(createdAt)}${error ? ` (${error})` : ''}`,
    ),
    ...refunds.map(
      ({ amountCents, state, tender, reason, customerReason, createdAt }) =>
        `Refund ${tender === 'gift card' ? 'to gift cards' : state}: ${dollars(amountCents)}, ${instantText(createdAt)} (${customerReason}; ${reason})`,
    ),
    ...disputes.map(
      ({ amountCents, state, reason, openedAt }) =>
        `Dispute ${state}: ${dollars(amountCents)}, ${instantText(openedAt)} (${reason})`,
    ),
    ...warnings.map(
      ({ kind, state, reason, note, openedAt }) =>
        `Warning ${state}: ${kind} (${reason}), ${instantText(openedAt)}${note ? ` (${note})` : ''}`,
    ),
    ...shipments.map(shipmentText),
  ];
}

/** 'Wren Banks, 5 Fig Street, Pyrmont NSW 2009 AU' */
function addressText({ firstname, lastname, street, city, ...rest }: Order['shippingAddress']): string {
  const { region_code: state, postcode, country_id: country } = rest;
  return [`${firstname} ${lastname}`, ...street, [city, state, postcode, country].join(' ')].join(', ');
}

/** 'Tide & Kiln: 2 x Cup (line 31) sent 28 Nov 2026, 3:02 pm, Australia Post ABC123.' */
export function shipmentText({ sellerName, contents, state, carrier, tracking, ...at }: Shipment): string {
  const what = contents.map(({ qty, name, orderLineId }) => `${qty} x ${name} (line ${orderLineId})`).join(', ');
  const when = at.receivedAt ?? at.sentAt ?? at.packedAt;
  const by = [carrier, tracking].filter(Boolean).join(' ');
  return `${sellerName}: ${what} ${state}${when ? ` ${instantText(when)}` : ''}${by ? `, ${by}` : ''}.`;
}

export function statusText(order: Order, settings: Settings): string {
  switch (order.status) {
    case 'held':
      return `held (${heldBecause(order.heldFor, settings)}), to be decided by ${instantText(decideBy(order))}`;
    case 'refused':
      return `refused (${order.refusalReason})`;
    default:
      return order.status;
  }
}

type Card = Pick<OrderToShow['lines'][number], 'deliveryState' | 'accountStatus' | 'leftCents'>;

function cardText({ deliveryState, accountStatus, leftCents }: Card): string {
  return deliveryState === null
    ? 'not issued'
    : `${cardState({ deliveryState, isVoid: accountStatus === 'void' })}, ${dollars(leftCents ?? 0)} left`;
}

/** 'Wren Banks' -> 'Wren B.' */
function shortName(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/);
  const last = others.at(-1);
  return last ? `${first} ${last[0]}.` : first;
}

/** '+61412345678' -> '...678' */
const shortMobile = (mobile: string): string => `...${mobile.slice(-3)}`;
