import { toIncrementId } from '#contract/rules/order-number.ts';
import { toSingleLine } from '#contract/rules/seen-words.ts';
import type { Context } from '#server/context.ts';
import { findTextableTime } from '#server/domain/customers/textable-time.ts';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { readMobile } from '#server/platform/kernel/mobile-number.ts';
import { shownName, wordsError } from '#server/platform/kernel/strangers-words.ts';
import { letterHtml } from '#server/platform/kernel/text.ts';
import type { Composed, MessageRow, PurposeHandler } from '#server/platform/messaging/purposes.ts';
import { queueForOperator, queueMessage } from '#server/platform/messaging/queue-message.ts';
import { loadGoods } from '../goods/load-goods.ts';
import { refundedQty } from '../goods/shipment-rules.ts';
import { findOrderById, type OrderRow } from '../stores/orders-store.ts';
import { formatAddress } from './compose-order-message.ts';
import { formatOptions } from './compose-receipt.ts';
import { type Goods, listGoodsOfSeller, listSellersOfGoods } from './order-messages-store.ts';

/** Maximum number of lines that a text names. Emails name all. */
const MAX_NAMED = 5;

type Subject = { orderId: number; sellerId: number };

const buildRef = ({ orderId, sellerId }: Subject): string => `order-${orderId}-seller-${sellerId}`;
const buildOperatorRef = (subject: Subject): string => `${buildRef(subject)}-operator`;

/**
 * Call within the transaction that approves the order. Queues one message per seller: by email, else by text in the
 * daytime, else to the operator.
 */
export async function queueSellerOrders(
  context: Context,
  tx: Transaction,
  { orderId, now }: { orderId: number; now: Date },
): Promise<void> {
  const sendsMail = context.integrations.mail.name !== 'none';
  for (const { id: sellerId, email, phone } of await listSellersOfGoods(tx, orderId)) {
    const subject = { orderId, sellerId };
    const message = { ...subject, purpose: 'seller-order', now } as const;
    const mobile = readMobile(phone ?? '');
    if (sendsMail && email !== null) {
      const mail = { ref: `${buildRef(subject)}-mail`, channel: 'email', recipient: email } as const;
      await queueMessage(context, tx, { ...message, ...mail });
    } else if (mobile !== null) {
      const notBefore = await findTextableTime(tx, { mobile, now });
      const text = { ref: `${buildRef(subject)}-text`, channel: 'sms', recipient: mobile, notBefore } as const;
      await queueMessage(context, tx, { ...message, ...text });
    } else await queueForOperator(context, tx, { ...message, ref: buildOperatorRef(subject) });
  }
}

export const sellerOrderMessages: PurposeHandler = {
  retriedBy: 'job',
  async admit(tx, { message: { channel, recipient: mobile }, now }) {
    return { sendAt: channel === 'sms' ? await findTextableTime(tx, { mobile, now }) : now };
  },
  async compose({ database, settings }, message) {
    const subject = toSubject(message);
    const order = await findOrderById(database.orm, subject.orderId);
    if (order?.status !== 'approved') return 'not needed';
    const goods = await listGoodsToSend(database.orm, subject);
    if (goods.length === 0) return 'not needed';
    const facts = { order, goods, isPassedOn: isForOperator(message) };
    return message.channel === 'email' ? composeMail(facts, settings) : { text: composeText(facts, settings) };
  },
  async onSettled(context, tx, { message, now }) {
    if (message.state !== 'failed' || isForOperator(message)) return;
    const subject = toSubject(message);
    const ref = buildOperatorRef(subject);
    await queueForOperator(context, tx, { ...subject, purpose: 'seller-order', ref, now });
  },
};

async function listGoodsToSend(handle: Handle, subject: Subject): Promise<Goods[]> {
  const { lines } = await loadGoods(handle, [subject.orderId]);
  const refunded = new Map(lines.map((line) => [line.orderLineId, refundedQty(line)]));
  const goods = await listGoodsOfSeller(handle, subject);
  return goods.map((line) => ({ ...line, qty: line.qty - (refunded.get(line.id) ?? 0) })).filter(({ qty }) => qty > 0);
}

const toSubject = ({ orderId, sellerId }: MessageRow): Subject => ({
  orderId: Number(orderId),
  sellerId: Number(sellerId),
});

const isForOperator = (message: MessageRow): boolean =>
  message.ref.startsWith(`${buildOperatorRef(toSubject(message))}-`);

/** `isPassedOn`: the message goes to the operator, who forwards it to the seller. */
type Facts = { order: OrderRow; goods: readonly Goods[]; isPassedOn: boolean };

function composeMail(
  { order, goods, isPassedOn }: Facts,
  { SHOP_NAME, OPERATOR_CONTACT }: Context['settings'],
): Composed {
  const number = toIncrementId(order.number ?? 0);
  const { sellerName, shopUrl } = pickSeller(goods);
  const { telephone } = order.shippingAddress;
  const contactCommand = `npm run seller -- contact --seller ${shopUrl} --email ADDRESS`;
  const paragraphs = [
    ...(isPassedOn
      ? [
          `The shop could not reach ${sellerName}. Please forward this order, and set an e-mail address: ${contactCommand}`,
        ]
      : []),
    `Order ${number} is paid. Please send:`,
    ...goods.map((line) => `${formatItem(line)} (SKU ${line.sku})`),
    `To: ${toSingleLine(formatAddress(removeLinks(order.shippingAddress)))}`,
    ...(PHONE.test(telephone) ? [`Phone: ${telephone}`] : []),
    `When it is on its way, tell us the carrier and the tracking number: ${OPERATOR_CONTACT}`,
    SHOP_NAME,
  ];
  const subject = `New order ${number}${isPassedOn ? ` for ${sellerName}` : ''}`;
  return { subject, text: `${paragraphs.join('\n\n')}\n`, html: letterHtml(paragraphs) };
}

const PHONE = /^\+?[\d ()/.-]{5,24}$/;

/** Removes links, because sellers trust the shop and older addresses were not fully checked. */
function removeLinks(address: OrderRow['shippingAddress']): OrderRow['shippingAddress'] {
  const { firstname, lastname, street, city } = address;
  const lines = street.filter((line) => wordsError(line, 'gift') === null);
  return {
    ...address,
    firstname: shownName(firstname),
    lastname: shownName(lastname),
    street: lines,
    city: shownName(city),
  };
}

/** Contains no name or street, because locked phones show texts. */
function composeText(
  { order, goods, isPassedOn }: Facts,
  { SHOP_NAME, OPERATOR_CONTACT }: Context['settings'],
): string {
  const number = toIncrementId(order.number ?? 0);
  const { city, region_code: state } = order.shippingAddress;
  const suffix = goods.length > MAX_NAMED ? ` and ${goods.length - MAX_NAMED} more lines` : '';
  const items = `${goods.slice(0, MAX_NAMED).map(formatItem).join(', ')}${suffix}`;
  const summary = `${items}, to ${[shownName(city), state].filter(Boolean).join(' ')}`;
  if (isPassedOn)
    return `${SHOP_NAME}: the shop could not reach ${pickSeller(goods).sellerName} about order ${number}: ${summary}. Forward it: npm run orders -- show ${number}`;
  return `${SHOP_NAME}: new order ${number}: ${summary}. Ask for the address and send the tracking number: ${OPERATOR_CONTACT}`;
}

const formatItem = ({ qty, name, options }: Goods): string => `${qty} x ${name}${formatOptions(options)}`;

function pickSeller([first]: readonly Goods[]): Pick<Goods, 'sellerName' | 'shopUrl'> {
  if (!first) throw new Error('The order contains no goods of the seller it is for.');
  return first;
}
