import type { DatabaseKind } from '#server/platform/database/database.ts';
import { getPurpose, MESSAGE_PURPOSES, type MessagePurpose } from '#server/platform/kernel/message-purposes.ts';
import type { MessageRow } from '#server/platform/messaging/purposes.ts';
import { OWN_MOBILE } from './customer-verbs.ts';
import { spendAtTill } from './ledger-acts.ts';
import { addRefund } from './payment-acts.ts';
import { openTestShop } from './shop.ts';
import type { StoredRow } from './stored.ts';

export const READER = OWN_MOBILE;

type Row = Partial<StoredRow<'messages'>>;

/** Opens a shop with a queued message of every purpose, and the orders and cards that the messages are about. */
export async function openMessageShop(kind: DatabaseKind) {
  const env = { SHOP_NAME: 'Snowgum', OPERATOR_CONTACT: 'help@snowgum.example' };
  const shop = await openTestShop(kind, { env });
  const { stored } = shop;
  const now = shop.context.clock.now();
  const wren = await shop.customer(READER);
  await wren.fillCart([{}], { TEAPOT: 1 });
  const paid = await wren.pay('pm_card_visa', { cc_save: true });
  if (paid.status !== 200) throw new Error(`Not paid: ${JSON.stringify(paid.body)}`);
  for (const { id, giftCardId, orderId } of await stored.all('messages'))
    if (giftCardId !== null || orderId !== null) await stored.remove('messages', { id });
  await spendAtTill(shop, 500);
  const { id: orderId } = await stored.one('orders');
  const { id: lineId, sellerId } = await stored.one('orderLines', { isGiftcard: false });
  const refund = await addRefund(shop, { ...(await stored.one('payments')), amountCents: 100 });
  const shipment = { orderId, sellerId, state: 'sent', sentAt: now, createdAt: now } as const;
  const { id: shipmentId } = await stored.add('shipments', shipment);
  await stored.add('shipmentLines', { shipmentId, orderLineId: lineId, qty: 1 });
  const { id: giftCardId, deliveryAttempt } = await shop.lastCard();
  await stored.add('giftCardThanks', { giftCardId, message: 'Thank you', createdAt: now });
  await stored.add('alarms', {
    name: 'jobs_late',
    sentence: 'Jobs wait for an hour.',
    openedAt: now,
    saidAt: now,
  });
  const alarm = await stored.add('declineAlarms', { startedAt: now, endsAt: now, declines: 30, attempts: 40 });
  const difference = await stored.add('bookDifferences', {
    day: '2026-11-02',
    subject: 'balance of gc_1',
    sentence: 'It differs.',
    foundAt: now,
  });
  const card = { giftCardId, deliveryAttempt };
  const order = { orderId };
  const subjects: Partial<Record<MessagePurpose, Row>> = {
    gift: card,
    'gift-failed': card,
    'gift-delivered': card,
    thanks: card,
    'gift-redeemed': { redemptionId: (await stored.one('giftCardRedemptions')).id },
    'order-held': order,
    'order-refused': order,
    'order-approved': order,
    receipt: order,
    'order-refunded': { orderId, refundId: refund.id },
    'refund-failed': { orderId, refundId: refund.id },
    'order-sent': { orderId, shipmentId },
    'seller-order': { orderId, sellerId },
    'books-differ': { bookDifferenceId: difference.id },
  };
  const refs: Partial<Record<MessagePurpose, string>> = {
    alarm: `alarms-${now.getTime()}-mail`,
    'cards-tested': `decline-alarm-${alarm.id}-mail`,
  };
  const queue = async (purpose: MessagePurpose, change: Row = {}): Promise<number> => {
    const { id } = await stored.add('messages', {
      ref: refs[purpose] ?? `${purpose} of a test`,
      channel: pickChannel(purpose),
      purpose,
      recipient: READER,
      state: 'queued',
      notBefore: now,
      createdAt: now,
      ...subjects[purpose],
      ...change,
    });
    return id;
  };
  const ids = new Map<MessagePurpose, number>();
  for (const purpose of MESSAGE_PURPOSES) ids.set(purpose, await queue(purpose));
  const readMessage = (purpose: MessagePurpose): Promise<MessageRow> =>
    stored.one('messages', { id: ids.get(purpose) });
  return { ...shop, wren, queue, ids, readMessage };
}

const pickChannel = (purpose: MessagePurpose) =>
  purpose !== 'code' && getPurpose(purpose).channels.includes('email') ? 'email' : 'sms';
