import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cardOf25, fillCart, pay, signIn, type TestCustomer } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { openSpendShop } from '#test/support/spend-shop.ts';
import { openStripeShop } from '#test/support/stripe-shop.ts';
import { reconcilePendingOrders } from '../placing/reconcile-pending-orders.ts';
import { purgeSenders } from './watch-declines.ts';

const DECLINED = 'pm_card_chargeDeclined';
const MINUTE_MS = 60_000;
const FIRST = '+61412345678';
/** The clock runs on: within fifty seconds. */
const SLOWLY = -2;

describe.each(databaseKinds())('declined payments on %s', (kind) => {
  let shop: Pick<TestShop, 'app' | 'context' | 'send' | 'phone' | 'moveTo' | 'close'>;
  let wren: TestCustomer;
  const open = async (env: Record<string, string> = {}) => {
    shop = await openTestShop(kind, { env });
    wren = await filled(FIRST);
  };
  afterEach(() => shop.close());

  const query = async (text: string) => (await shop.context.database.query(text)).rows;
  const later = (ms: number) => shop.context.clock.moveTo?.(new Date(shop.context.clock.ms() + ms));
  /** A customer with a gift card of $25 in the cart, which stays there until it is paid. */
  async function filled(mobile: string): Promise<TestCustomer> {
    const customer = await signIn(shop.send, shop.phone, mobile);
    await fillCart(shop.send, customer, [cardOf25]);
    return customer;
  }
  const payFrom = async ({ token }: TestCustomer, card: string, remoteAddress: string) => {
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/rest/default/V1/carts/mine/payment-information',
      remoteAddress,
      headers: { authorization: `Bearer ${token}` },
      payload: { paymentMethod: { method: 'stripe_payments', additional_data: { cc_stripejs_token: card } } },
    });
    return { status: answer.statusCode, body: answer.json(), retryAfter: Number(answer.headers['retry-after'] ?? 0) };
  };
  const payHere = (customer: TestCustomer, card: string) => payFrom(customer, card, '127.0.0.1');
  const askedBank = async () =>
    Number((await query("select count(*)::int as n from demo.sandbox_payments where status <> 'canceled'"))[0].n);

  describe('of one customer', () => {
    beforeEach(() => open());

    test('five within ten minutes, then no card is tried until the first is ten minutes old', async () => {
      for (const card of [DECLINED, 'pm_card_chargeDeclinedInsufficientFunds', DECLINED, DECLINED]) {
        expect((await payHere(wren, card)).status).toBe(400);
        later(MINUTE_MS);
      }
      expect((await payHere(wren, DECLINED)).body.code).toBe('card_declined');
      for (const card of [DECLINED, 'pm_card_visa', 'pm_card_authenticationRequired']) {
        expect(await payHere(wren, card)).toEqual({
          status: 429,
          retryAfter: expect.closeTo(360, SLOWLY),
          body: {
            code: 'too_many_declines',
            message: 'Too many payments were declined. Nothing was charged now. Please try again later.',
          },
        });
      }
      expect(await askedBank()).toBe(5);
      later(5 * MINUTE_MS);
      const { status, retryAfter } = await payHere(wren, 'pm_card_visa');
      expect([status, retryAfter]).toEqual([429, expect.closeTo(60, SLOWLY)]);
      later(retryAfter * 1_000);
      expect((await payHere(wren, 'pm_card_visa')).status).toBe(200);
    });

    test('are nobody else’s, and an order of before is still answered', async () => {
      expect((await payHere(wren, 'pm_card_visa')).status).toBe(200);
      await fillCart(shop.send, wren, [cardOf25]);
      for (let at = 0; at < 5; at += 1) await payHere(wren, DECLINED);
      await shop.send('POST mobiledigital/clearcart', { token: wren.token, body: {} });
      expect((await payHere(wren, 'pm_card_visa')).body.code).toBe('cart_empty');
      const kim = await filled('+61412345679');
      expect((await payHere(kim, 'pm_card_visa')).status).toBe(200);
    });

    test('a challenge of the bank that stays unanswered counts, whether another card follows or nothing', async () => {
      const asks = 'pm_card_authenticationRequired';
      expect((await payHere(wren, asks)).body.code).toBe('authentication_required');
      expect((await payHere(wren, DECLINED)).status).toBe(400);
      expect(await query('select declined_at is not null as declined from payments order by id')).toEqual([
        { declined: true },
        { declined: true },
      ]);
      await payHere(wren, asks);
      later(10 * MINUTE_MS + 1);
      await reconcilePendingOrders(shop.context);
      for (let at = 0; at < 4; at += 1) expect((await payHere(wren, DECLINED)).status).toBe(400);
      expect((await payHere(wren, 'pm_card_visa')).status).toBe(429);
    });

    test('whoever passes the challenge is asked nothing more, however many were declined before', async () => {
      for (let at = 0; at < 4; at += 1) await payHere(wren, DECLINED);
      const asks = 'pm_card_authenticationRequired';
      const { body } = await payHere(wren, asks);
      await query("update payments set declined_at = updated_at where state = 'requires_action'");
      const answer = { client_secret: body.parameters[0], passed: true };
      await shop.app.inject({ method: 'POST', url: '/sandbox/challenge', payload: answer });
      expect((await payHere(wren, asks)).status).toBe(200);
    });

    test('ten unanswered challenges in a day: no more stock is kept for this customer', async () => {
      for (let at = 0; at < 10; at += 1) {
        expect((await payHere(wren, 'pm_card_authenticationRequired')).status).toBe(400);
        later(11 * MINUTE_MS);
        await query("update sessions set expires_at = expires_at + interval '11 minutes'");
        await reconcilePendingOrders(shop.context);
      }
      expect((await payHere(wren, 'pm_card_visa')).status).toBe(429);
      expect(await query("select qty from variants where sku = 'CARD-25'")).toEqual([{ qty: 1_000 }]);
    });
  });

  test.each([
    ['address', ['203.0.113.7', '203.0.113.7'], '203.0.113.8'],
    ['/48 of IPv6', ['2001:db8:7:1::1', '2001:db8:7:2::1'], '2001:db8:8:1::1'],
  ] as const)('of many customers at one %s: it rests, and others are free', async (_title, [bad, same], other) => {
    await open({ DECLINES_PER_ADDRESS: '3' });
    const kim = await filled('+61412345679');
    for (const customer of [wren, kim, wren]) expect((await payFrom(customer, DECLINED, bad)).status).toBe(400);
    expect(await payFrom(kim, 'pm_card_visa', same)).toMatchObject({
      status: 429,
      retryAfter: expect.closeTo(600, SLOWLY),
    });
    expect((await payFrom(kim, 'pm_card_visa', other)).status).toBe(200);
    later(10 * MINUTE_MS);
    expect((await payFrom(wren, 'pm_card_visa', bad)).status).toBe(200);
    const kept = await query('select sender, card_print from payments');
    expect(JSON.stringify(kept)).not.toMatch(/203\.0\.113|2001:db8/);
    later(24 * 60 * MINUTE_MS);
    await purgeSenders(shop.context);
    expect(await query('select 1 from payments where sender is not null or card_print is not null')).toEqual([]);
  });

  test('of one card and many customers: the bank is not asked again, stock is back, other cards pay', async () => {
    await open({ DECLINES_PER_CARD: '3' });
    const others = [await filled('+61412345679'), await filled('+61412345670'), await filled('+61412345671')];
    const [kim, zoe, bob] = others as [TestCustomer, TestCustomer, TestCustomer];
    for (const customer of [wren, kim, zoe]) expect((await payHere(customer, DECLINED)).status).toBe(400);
    later(MINUTE_MS);
    expect(await payHere(bob, DECLINED)).toMatchObject({
      status: 429,
      retryAfter: expect.closeTo(540, SLOWLY),
      body: { code: 'too_many_declines' },
    });
    expect(await askedBank()).toBe(3);
    expect(await query("select qty from variants where sku = 'CARD-25'")).toEqual([{ qty: 1_000 }]);
    // It was no decline of the bank's, and none of this customer.
    expect(await query('select 1 from payments where declined_at is not null')).toHaveLength(3);
    expect((await payHere(bob, 'pm_card_visa')).status).toBe(200);
    later(10 * MINUTE_MS);
    expect((await payHere(kim, DECLINED)).body.code).toBe('card_declined');
  });

  test('of one card by Stripe: the fingerprint is known before it is charged', async () => {
    const at = await openStripeShop(kind, { DECLINES_PER_CARD: '2' });
    shop = at.shop;
    const { customer } = at;
    await fillCart(shop.send, customer, [cardOf25]);
    for (let tries = 0; tries < 2; tries += 1) expect((await pay(shop.send, customer, DECLINED)).status).toBe(400);
    wren = await filled('+61412345679');
    expect(await pay(shop.send, wren, DECLINED)).toMatchObject({ status: 429, body: { code: 'too_many_declines' } });
    expect([...at.stripe.state.intents.values()].map(({ status }) => status).at(-1)).toBe('canceled');
    expect(at.stripe.requests.filter(({ path }) => path.endsWith('/confirm'))).toHaveLength(2);
    expect((await pay(shop.send, wren, 'pm_card_visa')).status).toBe(200);
    await at.proxy.close();
    await at.stripe.close();
  });

  test('are no matter of an order that gift cards pay', async () => {
    const spend = await openSpendShop(kind, { cards: 1 });
    shop = spend;
    await spend.fill({ MUG: 1 });
    for (let at = 0; at < 5; at += 1) expect((await pay(spend.send, spend.customer, DECLINED)).status).toBe(400);
    expect((await pay(spend.send, spend.customer, 'pm_card_visa')).status).toBe(429);
    const [card] = await spend.own();
    await spend.put(card?.public_id ?? '');
    expect((await spend.buy(null)).status).toBe(200);
  });
});
