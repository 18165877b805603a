import type { DatabaseKind } from '#server/platform/database/open.ts';
import { messages } from '#server/platform/database/schema/schema.ts';
import { MESSAGE_PURPOSES, type MessagePurpose, purposeOf } from '#server/platform/kernel/message-purposes.ts';
import type { MessageRow } from '#server/platform/messaging/purposes.ts';
import { type CardShop, openCardShop } from './card-shop.ts';
import { cardOf25, fillCart, pay } from './customer.ts';
import { spend } from './ledger-entries.ts';

/** The customer of the shop, whom every message of openMessageShop() goes to. */
export const READER = '+61412345678';

type Subject = Record<string, number | string>;

/**
 * A shop with an order of a gift card and goods, a redemption, a refund, a parcel, thanks and alarms, and one queued
 * message of each purpose about them.
 */
export async function openMessageShop(kind: DatabaseKind) {
  const shop = await openCardShop(kind, { SHOP_NAME: 'Snowgum', OPERATOR_CONTACT: 'help@snowgum.example' });
  const now = shop.context.clock.now();
  const at = `'${now.toISOString()}'`;
  const customer = { mobile: READER, token: shop.token() };
  const { cartId } = await fillCart(shop.send, customer, [cardOf25]);
  const cartItem = { sku: 'TEAPOT', qty: 1, quote_id: String(cartId), product_type: 'simple' };
  await shop.send('POST carts/mine/items', { token: customer.token, body: { cartItem } });
  const paid = await pay(shop.send, customer, 'pm_card_visa');
  if (paid.status !== 200) throw new Error(`Not paid: ${JSON.stringify(paid.body)}`);
  // What the purchase itself queued.
  await shop.query('delete from messages where gift_card_id is not null or order_id is not null');
  await shop.query(spend(500));
  const one = async (sql: string): Promise<Subject> => (await shop.query(sql))[0];
  const order = await one('select id as order_id from orders');
  const goods = await one('select order_id, seller_id, id as line from order_lines where not is_giftcard');
  const { seller_id = 0 } = goods;
  const refund = await one(`insert into refunds (order_id, payment_id, amount_cents, state, requested_by, reason,
      idempotency_key, created_at, updated_at)
    select order_id, id, 100, 'pending', 'operator', 'asked', 'key of a refund', ${at}, ${at} from payments
    returning id as refund_id, order_id`);
  const shipment = await one(`insert into shipments (order_id, seller_id, state, sent_at, created_at)
    values (${goods.order_id}, ${seller_id}, 'sent', ${at}, ${at}) returning id as shipment_id, order_id`);
  await shop.query(`insert into shipment_lines (shipment_id, order_line_id, qty)
    values (${shipment.shipment_id}, ${goods.line}, 1)`);
  const card = await one('select id as gift_card_id, delivery_attempt from gift_cards');
  await shop.query(`insert into gift_card_thanks (gift_card_id, message, created_at)
    values (${card.gift_card_id}, 'Thank you', ${at})`);
  await shop.query(`insert into alarms (name, sentence, opened_at, said_at)
    values ('jobs_late', 'Jobs wait for an hour.', ${at}, ${at})`);
  const alarm = await one(`insert into decline_alarms (started_at, ends_at, declines, attempts)
    values (${at}, ${at}, 30, 40) returning id`);
  const subjects: Partial<Record<MessagePurpose, Subject>> = {
    gift: card,
    'gift-failed': card,
    'gift-delivered': card,
    thanks: card,
    'gift-redeemed': await one('select id as redemption_id from gift_card_redemptions'),
    'order-held': order,
    'order-refused': order,
    'order-approved': order,
    receipt: order,
    'order-refunded': refund,
    'refund-failed': refund,
    'order-sent': shipment,
    'seller-order': { ...order, seller_id },
    'books-differ': await one(`insert into book_differences (day, subject, sentence, found_at)
      values ('2026-11-02', 'balance of gc_1', 'It differs.', ${at}) returning id as book_difference_id`),
  };
  const refs: Partial<Record<MessagePurpose, string>> = {
    alarm: `alarms-${now.getTime()}-mail`,
    'cards-tested': `decline-alarm-${alarm.id}-mail`,
  };
  /** Queues a message about what its purpose is about. */
  const queue = async (purpose: MessagePurpose, change: Subject = {}): Promise<number> => {
    const row: Subject = {
      ref: refs[purpose] ?? `${purpose} of a test`,
      channel: channelOf(purpose),
      purpose,
      recipient: READER,
      state: 'queued',
      not_before: now.toISOString(),
      created_at: now.toISOString(),
      ...subjects[purpose],
      ...change,
    };
    const columns = Object.keys(row);
    const places = columns.map((_, index) => `$${index + 1}`);
    const { rows } = await shop.context.database.query(
      `insert into messages (${columns.join(', ')}) values (${places.join(', ')}) returning id`,
      Object.values(row),
    );
    return Number(rows[0].id);
  };
  const ids = new Map<MessagePurpose, number>();
  for (const purpose of MESSAGE_PURPOSES) ids.set(purpose, await queue(purpose));
  return { ...shop, queue, ids, rowOf: (purpose: MessagePurpose) => rowOf(shop, Number(ids.get(purpose))) };
}

/** By mail where there is one, since mails say more than texts; a code goes by text. */
const channelOf = (purpose: MessagePurpose) =>
  purpose !== 'code' && purposeOf(purpose).channels.includes('email') ? 'email' : 'sms';

async function rowOf({ context }: CardShop, id: number): Promise<MessageRow> {
  const row = (await context.database.orm.select().from(messages)).find((message) => message.id === id);
  if (!row) throw new Error(`There is no message ${id}.`);
  return row;
}
