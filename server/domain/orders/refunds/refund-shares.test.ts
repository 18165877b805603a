import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Refund } from '#test/fakes/stripe-state.ts';
import { machine } from '#test/support/actors.ts';
import { addCard, cardOf25, fillCart, pay } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { spend } from '#test/support/ledger-entries.ts';
import { openStripeShop, type StripeShop } from '#test/support/stripe-shop.ts';
import { testShop } from '#test/support/test-catalogue.ts';
import { type RefundInput, refundOrder } from './refund-order.ts';
import { sendQueuedRefunds } from './send-refund.ts';

const { sellers } = testShop;

describe.each(databaseKinds())('a teapot, a card of 25 dollars and a shirt of another seller on %s', (kind) => {
  let at: StripeShop;
  beforeEach(async () => {
    at = await openStripeShop(kind);
    const { shop, customer } = at;
    const { cartId } = await fillCart(shop.send, customer, []);
    for (const sku of ['TEAPOT', 'SHIRT-RED-S']) {
      const cartItem = { sku, qty: 1, quote_id: String(cartId) };
      expect((await shop.send('POST carts/mine/items', { token: customer.token, body: { cartItem } })).status).toBe(
        200,
      );
    }
    await addCard(shop.send, { token: customer.token, cartId, card: cardOf25 });
    expect((await pay(shop.send, customer, 'pm_card_visa')).status).toBe(200);
  });
  afterEach(() => at.close());

  const refund = async (what: RefundInput['what'], reason = 'asked by the seller') =>
    refundOrder(at.shop.context, {
      actor: machine,
      orderId: Number((await at.query('select id from orders'))[0]?.id),
      what,
      reason,
    });
  const shares = () =>
    at.query(`select s.seller_id as seller, s.part, s.cents, s.gst_cents as gst from refund_shares s
      where refund_id = (select max(id) from refunds) order by seller_id, part, cents`);
  const unequal = () =>
    at.query(`select r.id from refunds r
      where amount_cents <> (select coalesce(sum(cents), 0) from refund_shares s where s.refund_id = r.id)`);
  const refunded = () =>
    at.query(`select sum(cents)::int as cents, sum(gst_cents)::int as gst from refund_shares s join refunds r on r.id = s.refund_id
      where r.state <> 'failed'`);
  const tell = async (type: string) =>
    (await at.shop.app.inject({ method: 'POST', url: '/webhooks/stripe', ...at.stripe.post(type) })).statusCode;

  test('keeps its tax, its tenders and what each seller sold, with the rates of the day', async () => {
    expect(await at.query('select name, gst_cents from order_lines order by id')).toEqual([
      { name: 'Teapot', gst_cents: 545 },
      { name: 'Shirt', gst_cents: 409 },
      { name: 'Gift card', gst_cents: 0 },
    ]);
    expect(
      await at.query(
        'select total_cents, gst_cents, shipping_gst_cents, gift_card_tender_cents, card_due_cents, (select amount_cents from payments) as paid from orders',
      ),
    ).toEqual([
      {
        total_cents: 14_490,
        gst_cents: 1_089,
        shipping_gst_cents: 135,
        gift_card_tender_cents: 0,
        card_due_cents: 14_490,
        paid: 14_490,
      },
    ]);
    const rates = { gift_card_tender_cents: 0, commission_bp: 310, service_fee_bp: 290 };
    expect(await at.query('select * from order_sellers order by seller_id')).toMatchObject([
      {
        ...rates,
        seller_id: sellers.teapots,
        goods_cents: 5_995,
        shipping_cents: 995,
        cards_cents: 2_500,
        gst_cents: 545,
        shipping_gst_cents: 90,
        commission_cents: 294,
        service_fee_cents: 275,
      },
      {
        ...rates,
        seller_id: sellers.prints,
        goods_cents: 4_500,
        shipping_cents: 500,
        cards_cents: 0,
        gst_cents: 409,
        shipping_gst_cents: 45,
        commission_cents: 155,
        service_fee_cents: 145,
      },
    ]);
  });

  test('shows the tax that was stored, not that of a later rule', async () => {
    expect((await at.orders())[0]?.tax_amount).toBe(10.89);
    await at.query('update orders set gst_cents = 200');
    expect((await at.orders())[0]?.tax_amount).toBe(2);
  });

  test('splits an amount by line and shipping, then the rest to the cent, GST included', async () => {
    expect(await refund({ amountCents: 300 })).toMatchObject({ amountCents: 300 });
    expect(await shares()).toEqual([
      { seller: sellers.teapots, part: 'goods', cents: 150, gst: 14 },
      { seller: sellers.teapots, part: 'shipping', cents: 25, gst: 2 },
      { seller: sellers.prints, part: 'goods', cents: 113, gst: 10 },
      { seller: sellers.prints, part: 'shipping', cents: 12, gst: 1 },
    ]);
    expect(await refund('everything')).toMatchObject({ amountCents: 14_190 });
    expect([await unequal(), await refunded()]).toEqual([[], [{ cents: 14_490, gst: 1_089 }]]);
  });

  test('refunds a card’s line by that card alone', async () => {
    const [card] = await at.query('select order_line_id from gift_cards');
    expect(await refund({ orderLineId: Number(card?.order_line_id) })).toMatchObject({ amountCents: 2_500 });
    expect(await shares()).toEqual([{ seller: sellers.teapots, part: 'card', cents: 2_500, gst: 0 }]);
  });

  test('knows whose money a refund of the dashboard returned, also of a card that was spent', async () => {
    await at.query(spend(2_000));
    const intent = [...at.stripe.state.intents.keys()][0];
    at.stripe.state.refund({ payment_intent: intent, amount: '14490' });
    expect(await tell('refund.created')).toBe(200);
    expect((await shares()).reduce((sum, share) => sum + Number(share.cents), 0)).toBe(14_490);
    expect(await refunded()).toEqual([{ cents: 14_490, gst: 1_089 }]);
  });

  test('counts no share of a refund that failed', async () => {
    const intent = [...at.stripe.state.intents.keys()][0];
    const given = at.stripe.state.refund({ payment_intent: intent, amount: '14490' });
    expect(await tell('refund.created')).toBe(200);
    given.status = 'failed';
    at.stripe.tell('refund.failed', given);
    expect(await tell('refund.failed')).toBe(200);
    expect(await refund('everything')).toMatchObject({ amountCents: 14_490 });
    expect([await unequal(), await refunded()]).toEqual([[], [{ cents: 14_490, gst: 1_089 }]]);
  });

  /** What is refunded of each line and shipping, and what it was sold for, where that is not the same. */
  const notAsSold = () =>
    at.query(`select l.id, l.total_cents as sold, coalesce(sum(s.cents) filter (where r.state <> 'failed'), 0) as back
      from order_lines l left join refund_shares s on s.order_line_id = l.id left join refunds r on r.id = s.refund_id
      group by l.id having l.total_cents <> coalesce(sum(s.cents) filter (where r.state <> 'failed'), 0)`);

  test('splits a refund anew that succeeds after it failed, by what another has returned meanwhile', async () => {
    expect(await refund({ amountCents: 8_000 })).toMatchObject({ amountCents: 8_000 });
    const first = [...at.stripe.state.refunds.values()][0] as Refund;
    first.status = 'failed';
    at.stripe.tell('refund.failed', first);
    expect(await tell('refund.failed')).toBe(200);
    expect(await refund({ amountCents: 6_490 })).toMatchObject({ amountCents: 6_490 });
    first.status = 'succeeded';
    at.stripe.tell('refund.updated', first);
    expect(await tell('refund.updated')).toBe(200);
    expect([await unequal(), await notAsSold(), await refunded()]).toEqual([[], [], [{ cents: 14_490, gst: 1_089 }]]);
  });

  test('splits a refund anew for which value is voided that another has given up', async () => {
    const [card] = await at.query('select order_line_id from gift_cards');
    await at.proxy.set('down');
    expect(await refund({ orderLineId: Number(card?.order_line_id) })).toMatchObject({ state: 'queued' });
    await at.proxy.set('works');
    at.stripe.state.refund({ payment_intent: [...at.stripe.state.intents.keys()][0], amount: '14490' });
    expect(await tell('refund.created')).toBe(200);
    at.shop.context.clock.moveTo?.(new Date(at.shop.context.clock.ms() + 10 * 60_000));
    await sendQueuedRefunds(at.shop.context);
    expect(await at.query('select state from refunds order by id')).toEqual([
      { state: 'failed' },
      { state: 'succeeded' },
    ]);
    expect([await unequal(), await notAsSold(), await refunded()]).toEqual([[], [], [{ cents: 14_490, gst: 1_089 }]]);
  });
});
