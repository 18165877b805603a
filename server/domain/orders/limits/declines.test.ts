import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Customer, OWN_MOBILE } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCards } from '#test/support/given-cards.ts';
import { startStripe } from '#test/support/providers.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { reconcilePendingOrders } from '../placing/reconcile-pending-orders.ts';
import { purgeSenders } from './watch-declines.ts';

const DECLINED = 'pm_card_chargeDeclined';
const MINUTE_MS = 60_000;
const SLOWLY = -2;

describe.each(databaseKinds())('declined payments on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  const open = async (env: Record<string, string> = {}) => {
    shop = await openTestShop(kind, { env });
    wren = await filled();
  };
  afterEach(() => shop.close());

  async function filled(mobile?: string): Promise<Customer> {
    const customer = await shop.customer(mobile);
    await customer.fillCart();
    return customer;
  }
  const payFrom = async ({ token }: Customer, card: string, remoteAddress: string) => {
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/rest/default/V1/carts/mine/payment-information',
      remoteAddress,
      headers: { authorization: `Bearer ${token}` },
      payload: { paymentMethod: { method: 'stripe_payments', additional_data: { cc_stripejs_token: card } } },
    });
    return { status: answer.statusCode, body: answer.json(), retryAfter: Number(answer.headers['retry-after'] ?? 0) };
  };
  const payHere = (customer: Customer, card: string) => payFrom(customer, card, '127.0.0.1');
  const askedBank = async () =>
    (await shop.stored.all('sandboxPayments')).filter(({ status }) => status !== 'canceled').length;
  const declinedAt = async () => (await shop.stored.all('payments')).map((payment) => payment.declinedAt);
  const stock = async () => (await shop.stored.one('variants', { sku: 'CARD-25' })).qty;

  describe('declines of one customer', () => {
    beforeEach(() => open());

    it('blocks all payment cards after five declines until the first decline is ten minutes old', async () => {
      for (const card of [DECLINED, 'pm_card_chargeDeclinedInsufficientFunds', DECLINED, DECLINED]) {
        expect((await payHere(wren, card)).status).toBe(400);
        shop.wait(MINUTE_MS);
      }
      expect((await payHere(wren, DECLINED)).body.code).toBe('card_declined');
      for (const card of [DECLINED, 'pm_card_visa', 'pm_card_authenticationRequired']) {
        expect(await payHere(wren, card)).toEqual({
          status: 429,
          retryAfter: expect.closeTo(360, SLOWLY),
          body: {
            code: 'too_many_declines',
            message: 'Too many payments were declined. Nothing was charged this time. Please try again later.',
          },
        });
      }
      expect(await askedBank()).toBe(5);
      shop.wait(5 * MINUTE_MS);
      const { status, retryAfter } = await payHere(wren, 'pm_card_visa');
      expect([status, retryAfter]).toEqual([429, expect.closeTo(60, SLOWLY)]);
      shop.wait(retryAfter * 1_000);
      expect((await payHere(wren, 'pm_card_visa')).status).toBe(200);
    });

    it("does not block other customers after one customer's declines", async () => {
      expect((await payHere(wren, 'pm_card_visa')).status).toBe(200);
      await wren.fillCart();
      for (let attempt = 0; attempt < 5; attempt += 1) await payHere(wren, DECLINED);
      await shop.send('POST mobiledigital/clearcart', { token: wren.token, body: {} });
      expect((await payHere(wren, 'pm_card_visa')).body.code).toBe('cart_empty');
      const kim = await filled('+61412345679');
      expect((await payHere(kim, 'pm_card_visa')).status).toBe(200);
    });

    it('counts an unanswered bank challenge as a decline, even if the customer then tries another card', async () => {
      const asks = 'pm_card_authenticationRequired';
      expect((await payHere(wren, asks)).body.code).toBe('authentication_required');
      expect((await payHere(wren, DECLINED)).status).toBe(400);
      expect(await declinedAt()).toEqual([expect.any(Date), expect.any(Date)]);
      await payHere(wren, asks);
      shop.wait(10 * MINUTE_MS + 1);
      await reconcilePendingOrders(shop.context);
      for (let attempt = 0; attempt < 4; attempt += 1) expect((await payHere(wren, DECLINED)).status).toBe(400);
      expect((await payHere(wren, 'pm_card_visa')).status).toBe(429);
    });

    it('never blocks a customer who passes a bank challenge, however many payments were declined before', async () => {
      for (let attempt = 0; attempt < 4; attempt += 1) await payHere(wren, DECLINED);
      const asks = 'pm_card_authenticationRequired';
      const { body } = await payHere(wren, asks);
      await shop.stored.change('payments', ({ updatedAt }) => ({ declinedAt: updatedAt }), {
        state: 'requires_action',
      });
      const answer = { client_secret: body.parameters[0], passed: true };
      await shop.app.inject({ method: 'POST', url: '/sandbox/challenge', payload: answer });
      expect((await payHere(wren, asks)).status).toBe(200);
    });

    it('reserves no stock after ten unanswered bank challenges in a day', async () => {
      for (let attempt = 0; attempt < 10; attempt += 1) {
        expect((await payHere(wren, 'pm_card_authenticationRequired')).status).toBe(400);
        shop.wait(11 * MINUTE_MS);
        await shop.stored.change('sessions', ({ expiresAt }) => ({
          expiresAt: new Date(expiresAt.getTime() + 11 * MINUTE_MS),
        }));
        await reconcilePendingOrders(shop.context);
      }
      expect((await payHere(wren, 'pm_card_visa')).status).toBe(429);
      expect(await stock()).toBe(1_000);
    });
  });

  it.each([
    ['address', ['203.0.113.7', '203.0.113.7'], '203.0.113.8'],
    ['IPv6 /48 network', ['2001:db8:7:1::1', '2001:db8:7:2::1'], '2001:db8:8:1::1'],
  ] as const)(
    'blocks one %s after declines for several customers, but no other',
    async (_title, [bad, sameSource], other) => {
      await open({ DECLINES_PER_ADDRESS: '3' });
      const kim = await filled('+61412345679');
      for (const customer of [wren, kim, wren]) expect((await payFrom(customer, DECLINED, bad)).status).toBe(400);
      expect(await payFrom(kim, 'pm_card_visa', sameSource)).toMatchObject({
        status: 429,
        retryAfter: expect.closeTo(600, SLOWLY),
      });
      expect((await payFrom(kim, 'pm_card_visa', other)).status).toBe(200);
      shop.wait(10 * MINUTE_MS);
      expect((await payFrom(wren, 'pm_card_visa', bad)).status).toBe(200);
      expect(JSON.stringify(await shop.stored.all('payments'))).not.toMatch(/203\.0\.113|2001:db8/);
      shop.wait(24 * 60 * MINUTE_MS);
      await purgeSenders(shop.context);
      const keptValues = (await shop.stored.all('payments')).flatMap(({ sender, cardPrint }) => [sender, cardPrint]);
      expect(new Set(keptValues)).toEqual(new Set([null]));
    },
  );

  it('blocks a card declined for several customers before it reaches the bank, and accepts other cards', async () => {
    await open({ DECLINES_PER_CARD: '3' });
    const otherCustomers = [await filled('+61412345679'), await filled('+61412345670'), await filled('+61412345671')];
    const [kim, zoe, bob] = otherCustomers as [Customer, Customer, Customer];
    for (const customer of [wren, kim, zoe]) expect((await payHere(customer, DECLINED)).status).toBe(400);
    shop.wait(MINUTE_MS);
    expect(await payHere(bob, DECLINED)).toMatchObject({
      status: 429,
      retryAfter: expect.closeTo(540, SLOWLY),
      body: { code: 'too_many_declines' },
    });
    expect(await askedBank()).toBe(3);
    expect(await stock()).toBe(1_000);
    expect((await declinedAt()).filter(Boolean)).toHaveLength(3);
    expect((await payHere(bob, 'pm_card_visa')).status).toBe(200);
    shop.wait(10 * MINUTE_MS);
    expect((await payHere(kim, DECLINED)).body.code).toBe('card_declined');
  });

  it('blocks a card by its Stripe fingerprint before charging it', async () => {
    const stripe = await startStripe();
    shop = await openTestShop(kind, { providers: [stripe], env: { DECLINES_PER_CARD: '2' } });
    wren = await filled();
    const payWith = (customer: Customer, card: string) => customer.pay(card, { cc_save: true });
    for (let tries = 0; tries < 2; tries += 1) expect((await payWith(wren, DECLINED)).status).toBe(400);
    const kim = await filled('+61412345679');
    expect(await payWith(kim, DECLINED)).toMatchObject({ status: 429, body: { code: 'too_many_declines' } });
    expect([...stripe.state.intents.values()].map(({ status }) => status).at(-1)).toBe('canceled');
    expect(stripe.requests.filter(({ path }) => path.endsWith('/confirm'))).toHaveLength(2);
    expect((await payWith(kim, 'pm_card_visa')).status).toBe(200);
  });

  it('accepts an order paid with gift cards even after five declines', async () => {
    shop = await openTestShop(kind);
    wren = await shop.customer();
    await giveCards(shop, wren, [{ to: OWN_MOBILE }]);
    await wren.fillCart([], { MUG: 1 });
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await wren.pay(DECLINED)).status).toBe(400);
    expect((await wren.pay('pm_card_visa')).status).toBe(429);
    const [card] = await wren.ownCards();
    await wren.putCard(card?.public_id ?? '');
    expect((await wren.pay(null)).status).toBe(200);
  });
});
