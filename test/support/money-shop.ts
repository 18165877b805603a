import { openSession } from '#server/domain/customers/sessions/sessions.ts';
import { openCard } from '#server/domain/gift-cards/ledger/card-secrets.ts';
import type { DatabaseKind } from '#server/platform/database/open.ts';
import { openCounter, openTill } from './counter.ts';
import { cardOf25, fillCart, home, pay, signIn } from './customer.ts';
import { cutTransactions } from './cut-transactions.ts';
import { brokenInvariants, WATCH_STATUSES } from './ledger-invariants.ts';
import { openTestShop } from './shop.ts';

export type MoneyShop = Awaited<ReturnType<typeof openMoneyShop>>;

const MANY = '100000';

/**
 * A shop whose seller teapots sells gift cards of $25 and takes them, at its till, by its software and in the shop; its
 * transactions can be cut.
 */
export async function openMoneyShop(kind: DatabaseKind) {
  let cut: ReturnType<typeof cutTransactions> | undefined;
  const shop = await openTestShop(kind, {
    connections: 16,
    env: {
      APPROVAL_MISMATCH: 'off',
      APPROVAL_MAX_TOTAL: MANY,
      APPROVAL_FIRST_ORDER_MAX: MANY,
      APPROVAL_ORDERS_PER_HOUR: MANY,
      APPROVAL_GIFTS_PER_DAY: '0',
      APPROVAL_GIFTS_PER_NETWORK: '0',
    },
    change({ context }) {
      cut = cutTransactions(context.database);
      context.database = cut.database;
    },
  });
  if (!cut) throw new Error('The shop has no database to cut.');
  const { context } = shop;
  const query = async (text: string) => (await context.database.query(text)).rows;
  await query("update variants set qty = 1000000 where sku = 'MUG'");
  await query("update variants set qty = 1000000, price_cents = 100 where sku = 'JUG'");
  await query("update products set gst_free = true where sku = 'JUG'");
  await context.database.exclusive((connection) => connection.exec(WATCH_STATUSES));
  await signIn(shop.send, shop.phone, '+61412345678');
  const customerId = Number((await query('select id from customers'))[0].id);
  const signedIn = async () => ({
    mobile: '',
    token: await context.database.transaction(async (tx) => openSession(context, tx, { customerId })),
  });
  return {
    ...shop,
    cut,
    query,
    counted: { acts: 0, cuts: 0 },
    counters: {
      software: await openCounter(shop),
      till: await openTill(shop),
      'other seller': await openCounter(shop, 'prints'),
    },
    broken: () => brokenInvariants((text) => context.database.query(text)),
    /** So many gift cards of $25 are bought. */
    async sellCards(count: number) {
      const customer = await signedIn();
      await fillCart(shop.send, customer, Array(count).fill({ ...cardOf25, at: wallTime(context.clock.ms()) }));
      const paid = await pay(shop.send, customer, 'pm_card_visa');
      if (paid.status !== 200) throw new Error(`The gift cards were not bought: ${JSON.stringify(paid.body)}`);
      const orderId = Number(paid.body);
      const [payment] = await query(`select provider_payment_id as id from payments where order_id = ${orderId}`);
      const cards = await query(`select c.id, c.order_line_id as "lineId", c.public_id as "publicId", c.sealed,
          c.value_cents as issued, c.expires_at as until
        from gift_cards c join order_lines l on l.id = c.order_line_id where l.order_id = ${orderId} order by c.id`);
      return {
        orderId,
        paymentId: String(payment.id),
        cards: cards.map(({ sealed, ...card }) => ({ ...card, code: openCard(context.secrets, sealed).code })),
      };
    },
    /** Mugs and a jug, which is GST-free, are bought, with this gift card and a payment card; what each step was answered, and what they came to. */
    async buyGoods(code: string, qty: number) {
      const customer = await signedIn();
      const { token } = customer;
      const { cartId } = await fillCart(shop.send, customer, []);
      for (const goods of [
        { sku: 'MUG', qty },
        { sku: 'JUG', qty: 1 },
      ]) {
        const cartItem = { ...goods, quote_id: String(cartId), product_type: 'simple' };
        await shop.send('POST carts/mine/items', { token, body: { cartItem } });
      }
      const body = { giftCardAccountData: { gift_cards: [code], extension_attributes: {} } };
      const put = await shop.send('POST carts/mine/giftCards', { token, body });
      if (put.status !== 200) return { seen: { put: put.body.code }, total: 0 };
      const { body: onCart } = await shop.send('GET carts/mine/giftCards', { token });
      const due = onCart.extension_attributes.card_due;
      const total = Math.round((due + onCart.gift_cards_amount_used) * 100);
      const isFree = due === 0;
      const additional_data = { ...(isFree ? {} : { cc_stripejs_token: 'pm_card_visa' }), expected_card_due: due };
      const paid = await shop.send('POST carts/mine/payment-information', {
        token,
        body: {
          billingAddress: home,
          paymentMethod: { method: isFree ? 'free' : 'stripe_payments', additional_data },
        },
      });
      const orderId = Number(paid.body);
      const [spent] =
        paid.status === 200
          ? await query(`select public_id from gift_card_redemptions where order_id = ${orderId}`)
          : [];
      const seen = { put: 'put', due: Math.round(due * 100), paid: paid.status === 200 ? 'paid' : paid.body.code };
      return { seen: { ...seen, orderId, redemption: spent?.public_id }, total };
    },
    /** The bank of the customer refuses the refund of a card, its nth; the provider says of which. */
    async bankSendsBack(lineId: number, nth: number) {
      const [refund] = await query(`select r.provider_refund_id as "refundId", r.amount_cents as "amountCents",
          r.idempotency_key as key, p.provider_payment_id as "paymentId"
        from refunds r join payments p on p.id = r.payment_id where r.order_line_id = ${lineId} order by r.id offset ${nth} limit 1`);
      await query(`with gone as (delete from demo.sandbox_refunds where id = '${refund.refundId}' returning payment_id)
        update demo.sandbox_payments set status = 'succeeded' where id in (select payment_id from gone)`);
      return refund as { refundId: string; amountCents: number; key: string; paymentId: string };
    },
  };
}

/** As the schedule page has it, an hour later; the zone does not matter to what a card is worth. */
const wallTime = (ms: number): string => new Date(ms + 24 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
