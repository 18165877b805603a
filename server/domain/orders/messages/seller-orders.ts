import { incrementId } from '#contract/rules/order-number.ts';
import { oneLine } from '#contract/rules/seen-words.ts';
import type { Context } from '#server/context.ts';
import { textableTime } from '#server/domain/customers/textable-time.ts';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { readMobile } from '#server/platform/kernel/mobile-number.ts';
import { shownName, wordsError } from '#server/platform/kernel/strangers-words.ts';
import { letterHtml } from '#server/platform/kernel/text.ts';
import type { Composed, MessageRow, PurposeHandler } from '#server/platform/messaging/purposes.ts';
import { queueForOperator, queueMessage } from '#server/platform/messaging/queue-message.ts';
import { loadGoods } from '../goods/load-goods.ts';
import { refundedQty } from '../goods/shipment-rules.ts';
import { type OrderRow, orderById } from '../stores/orders-store.ts';
import { addressText } from './compose-order-message.ts';
import { optionsOf } from './compose-receipt.ts';
import { type Goods, goodsOfSeller, sellersOfGoods } from './order-messages-store.ts';

/** Maximum number of lines that a text names. Emails name all. */
const MAX_NAMED = 5;

type Subject = { orderId: number; sellerId: number };

const refOf = ({ orderId, sellerId }: Subject): string => `order-${orderId}-seller-${sellerId}`;
const operatorRefOf = (subject: Subject): string => `${refOf(subject)}-operator`;

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
  for (const { id: sellerId, email, phone } of await sellersOfGoods(tx, orderId)) {
    const subject = { orderId, sellerId };
    const message = { ...subject, purpose: 'seller-order', now } as const;
    const mobile = readMobile(phone ?? '');
    if (sendsMail && email !== null) {
      const mail = { ref: `${refOf(subject)}-mail`, channel: 'email', recipient: email } as const;
      await queueMessage(context, tx, { ...message, ...mail });
    } else if (mobile !== null) {
      const notBefore = await textableTime(tx, { mobile, now });
      const text = { ref: `${refOf(subject)}-text`, channel: 'sms', recipient: mobile, notBefore } as const;
      await queueMessage(context, tx, { ...message, ...text });
    } else await queueForOperator(context, tx, { ...message, ref: operatorRefOf(subject) });
  }
}

export const sellerOrderMessages: PurposeHandler = {
  retriedBy: 'job',
  async admit(tx, { message: { channel, recipient: mobile }, now }) {
    return { at: channel === 'sms' ? await textableTime(tx, { mobile, now }) : now };
  },
  async compose({ database, settings }, message) {
    const subject = subjectOf(message);
    const order = await orderById(database.orm, subject.orderId);
    if (order?.status !== 'approved') return 'not needed';
    const goods = await goodsToSend(database.orm, subject);
    if (goods.length === 0) return 'not needed';
    const facts = { order, goods, isPassedOn: isForOperator(message) };
    return message.channel === 'email' ? mailOf(facts, settings) : { text: textOf(facts, settings) };
  },
  async onSettled(context, tx, { message, now }) {
    if (message.state !== 'failed' || isForOperator(message)) return;
    const subject = subjectOf(message);
    const ref = operatorRefOf(subject);
    await queueForOperator(context, tx, { ...subject, purpose: 'seller-order', ref, now });
  },
};

async function goodsToSend(handle: Handle, subject: Subject): Promise<Goods[]> {
  const { lines } = await loadGoods(handle, [subject.orderId]);
  const refunded = new Map(lines.map((line) => [line.orderLineId, refundedQty(line)]));
  const goods = await goodsOfSeller(handle, subject);
  return goods.map((line) => ({ ...line, qty: line.qty - (refunded.get(line.id) ?? 0) })).filter(({ qty }) => qty > 0);
}

const subjectOf = ({ orderId, sellerId }: MessageRow): Subject => ({
  orderId: Number(orderId),
  sellerId: Number(sellerId),
});

const isForOperator = (message: MessageRow): boolean => message.ref.startsWith(`${operatorRefOf(subjectOf(message))}-`);

/** `isPassedOn`: the message goes to the operator, who forwards it to the seller. */
type Facts = { order: OrderRow; goods: readonly Goods[]; isPassedOn: boolean };

function mailOf({ order, goods, isPassedOn }: Facts, { SHOP_NAME, OPERATOR_CONTACT }: Context['settings']): Composed {
  const number = incrementId(order.number ?? 0);
  const { sellerName, shopUrl } = sellerOf(goods);
  const { telephone } = order.shippingAddress;
  const contactCommand = `npm run seller -- contact --seller ${shopUrl} --email ADDRESS`;
  const paragraphs = [
    ...(isPassedOn
      ? [
          `The shop could not reach ${sellerName}. Please forward this order, and set an e-mail address: ${contactCommand}`,
        ]
      : []),
    `Order ${number} is paid. Please send:`,
    ...goods.map((line) => `${itemText(line)} (SKU ${line.sku})`),
    `To: ${oneLine(addressText(withoutLinks(order.shippingAddress)))}`,
    ...(PHONE.test(telephone) ? [`Phone: ${telephone}`] : []),
    `When it is on its way, tell us the carrier and the tracking number: ${OPERATOR_CONTACT}`,
    SHOP_NAME,
  ];
  const subject = `New order ${number}${isPassedOn ? ` for ${sellerName}` : ''}`;
  return { subject, text: `${paragraphs.join('\n\n')}\n`, html: letterHtml(paragraphs) };
}

const PHONE = /^\+?[\d ()/.-]{5,24}$/;

/** Removes links, because sellers trust the shop and older addresses were not fully checked. */
function withoutLinks(address: OrderRow['shippingAddress']): OrderRow['shippingAddress'] {
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
function textOf({ order, goods, isPassedOn }: Facts, { SHOP_NAME, OPERATOR_CONTACT }: Context['settings']): string {
  const number = incrementId(order.number ?? 0);
  const { city, region_code: state } = order.shippingAddress;
  const more = goods.length > MAX_NAMED ? ` and ${goods.length - MAX_NAMED} more lines` : '';
  const items = `${goods.slice(0, MAX_NAMED).map(itemText).join(', ')}${more}`;
  const what = `${items}, to ${[shownName(city), state].filter(Boolean).join(' ')}`;
  if (isPassedOn)
    return `${SHOP_NAME}: the shop could not reach ${sellerOf(goods).sellerName} about order ${number}: ${what}. Forward it: npm run orders -- show ${number}`;
  return `${SHOP_NAME}: new order ${number}: ${what}. Ask for the address and send the tracking number: ${OPERATOR_CONTACT}`;
}

const itemText = ({ qty, name, options }: Goods): string => `${qty} x ${name}${optionsOf(options)}`;

function sellerOf([first]: readonly Goods[]): Pick<Goods, 'sellerName' | 'shopUrl'> {
  if (!first) throw new Error('The order contains no goods of the seller it is for.');
  return first;
}
