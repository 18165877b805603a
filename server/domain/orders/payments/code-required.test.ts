import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { purgeCarts } from '#server/domain/cart/personal-data.ts';
import { fillCart, home, type TestCustomer } from '#test/support/customer.ts';
import { type Customer, OWN_MOBILE } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCards } from '#test/support/given-cards.ts';
import { createLinkSessions } from '#test/support/link-session.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import type { TestBrowser } from '#test/support/test-browser.ts';

describe.each(databaseKinds())('payment in a session opened by a sign-in link on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  let sessions: ReturnType<typeof createLinkSessions>;
  beforeEach(async () => {
    shop = await openTestShop(kind);
    wren = await shop.customer();
    await giveCards(shop, wren, [{ to: OWN_MOBILE }]);
    sessions = createLinkSessions(shop, OWN_MOBILE);
    await later(1);
  });
  afterEach(() => shop.close());

  const later = (minutes: number) => shop.moveTo(new Date(shop.context.clock.ms() + minutes * 60_000).toISOString());
  const fillWithMug = async (customer: TestCustomer) => {
    const { cartId } = await fillCart(shop.send, customer, []);
    const cartItem = { sku: 'MUG', qty: 1, quote_id: String(cartId), product_type: 'simple' };
    const added = await shop.send('POST carts/mine/items', { token: customer.token, body: { cartItem } });
    expect(added.status).toBe(200);
  };
  const putCard = (
    name: string,
    { token }: TestCustomer,
    extension_attributes: { pin?: string; first?: boolean } = {},
  ) =>
    shop.send('POST carts/mine/giftCards', {
      token,
      body: { giftCardAccountData: { gift_cards: [name], extension_attributes } },
    });
  const buy = (customer: TestCustomer, card: string | null, browser?: TestBrowser) => {
    const data = card === null ? {} : { cc_save: true, cc_stripejs_token: card };
    const method = card === null ? 'free' : 'stripe_payments';
    return sessions.from(
      'carts/mine/payment-information',
      { billingAddress: home, paymentMethod: { method, additional_data: data } },
      { token: customer.token, ...(browser ? { browser } : {}) },
    );
  };
  const savedCard = async ({ token }: TestCustomer): Promise<string> =>
    (await shop.send('GET mobiledigital/savedcards', { token })).body.data?.[0]?.id ?? '';
  const REFUSED = { status: 400, body: { code: 'code_required' } };

  it('requires a sign-in code before charging a saved card on an unverified device, and writes nothing', async () => {
    const browser: TestBrowser = {};
    const customer = await sessions.byLink(browser);
    await fillWithMug(customer);
    const card = await savedCard(customer);
    const written = async () => [await shop.stored.count('orders'), await shop.stored.count('payments')];
    const before = await written();
    expect(await buy(customer, card, browser)).toMatchObject(REFUSED);
    expect(await buy(customer, `${card}:visa:4242`, browser)).toMatchObject(REFUSED);
    expect(await written()).toEqual(before);
    await sessions.code(browser);
    expect(await buy(customer, card, browser)).toMatchObject({ status: 200 });
    await later(60);
    const next = await sessions.byLink(browser);
    await fillWithMug(next);
    expect(await buy(next, card, browser)).toMatchObject({ status: 200 });
  });

  it('requires a sign-in code before removing a saved card', async () => {
    const browser: TestBrowser = {};
    const customer = await sessions.byLink(browser);
    const payment_method = await savedCard(customer);
    const options = { token: customer.token, browser };
    const remove = () => sessions.from('mobiledigital/deletesavedcard', { payment_method }, options);
    expect(await remove()).toMatchObject(REFUSED);
    expect(await savedCard(customer)).toBe(payment_method);
    await sessions.code(browser);
    expect((await remove()).body).toEqual({ status: true });
  });

  const endOthers = () => shop.stored.change('sessions', ({ createdAt }) => ({ revokedAt: createdAt }), { link: null });

  it('requires a sign-in code before spending a gift card sent to the number, but not one added by its code', async () => {
    await endOthers();
    const browser: TestBrowser = {};
    const customer = await sessions.byLink(browser);
    const { code, publicId } = await shop.lastCard();
    await fillWithMug(customer);
    await putCard(publicId, customer);
    expect(await buy(customer, null, browser)).toMatchObject(REFUSED);
    await putCard(code, customer);
    expect(await buy(customer, null, browser)).toMatchObject({ status: 200 });
  });

  it('requires a sign-in code before spending a gift card that was added in another session', async () => {
    await shop.stored.change('giftCardDetails', { recipientMobile: '+61412000009' });
    const { code, publicId } = await shop.lastCard();
    await wren.fillCart([], { MUG: 1 });
    expect((await wren.putCard(code)).body).toBe(true);
    expect((await wren.cardsOnCart()).gift_cards).toEqual([code]);
    await later(1);
    await endOthers();
    const customer = await sessions.byLink();
    const { body: onCart } = await shop.send('GET carts/mine/giftCards', { token: customer.token });
    expect(onCart.gift_cards).toEqual([publicId]);
    expect(await buy(customer, null)).toMatchObject(REFUSED);
    await putCard(publicId, customer, { first: true });
    expect(await buy(customer, null)).toMatchObject(REFUSED);
    expect((await putCard(code, customer)).body).toBe(true);
    expect(await buy(customer, null)).toMatchObject({ status: 200 });
  });

  it('requires a sign-in code even when the gift card is added while the payment is running', async () => {
    const customer = await sessions.byLink();
    await fillWithMug(customer);
    const { publicId } = await shop.lastCard();
    const { payments } = shop.context.integrations;
    shop.context.integrations.payments = {
      ...payments,
      async savedCards(id) {
        await putCard(publicId, customer);
        return payments.savedCards(id);
      },
    };
    const before = await shop.balances();
    const additional_data = { cc_stripejs_token: 'pm_card_mastercard', expected_card_due: 0 };
    const body = { billingAddress: home, paymentMethod: { method: 'stripe_payments', additional_data } };
    const paid = await shop.send('POST carts/mine/payment-information', { token: customer.token, body });
    expect(paid).toMatchObject(REFUSED);
    expect(await shop.balances()).toEqual(before);
  });

  it('accepts a newly entered payment card without a sign-in code, but does not save the card', async () => {
    const browser: TestBrowser = {};
    const customer = await sessions.byLink(browser);
    const typed = async () => {
      const payload = { number: '5555555555554444', exp_month: 12, exp_year: 29, cvc: '123' };
      const answer = await shop.app.inject({ method: 'POST', url: '/sandbox/payment-methods', payload });
      return answer.json().id as string;
    };
    const saved = async () =>
      (await shop.send('GET mobiledigital/savedcards', { token: customer.token })).body.data?.map(({ last4 }) => last4);
    const before = await saved();
    await fillWithMug(customer);
    expect(await buy(customer, await typed(), browser)).toMatchObject({ status: 200 });
    expect(await saved()).toEqual(before);
    await sessions.code(browser);
    await fillWithMug(customer);
    expect(await buy(customer, await typed(), browser)).toMatchObject({ status: 200 });
    expect(await saved()).toEqual(['4444', ...(before ?? [])]);
  });

  it('lets a known device pay without a sign-in code, but no other device', async () => {
    const [knownBrowser, stranger]: TestBrowser[] = [{}, {}];
    await sessions.code(knownBrowser);
    const knownCustomer = await sessions.byLink(knownBrowser);
    await fillWithMug(knownCustomer);
    const card = await savedCard(knownCustomer);
    const unknownCustomer = await sessions.byLink(stranger);
    expect(await buy(unknownCustomer, card, stranger)).toMatchObject(REFUSED);
    expect(await buy(knownCustomer, card, knownBrowser)).toMatchObject({ status: 200 });
  });

  it('requires no further sign-in code in a session opened by a code, even without cookies', async () => {
    const customer = await sessions.byLink();
    await fillWithMug(customer);
    const card = await savedCard(customer);
    expect(await buy(customer, card)).toMatchObject(REFUSED);
    const { body } = await sessions.from('mobiledigital/auth', { jwt: await sessions.code(), autologin: false }, {});
    const proved = { mobile: OWN_MOBILE, token: body.token };
    expect(await buy(proved, card)).toMatchObject({ status: 400, body: { code: 'address_required' } });
    await fillWithMug(proved);
    expect(await buy(proved, card)).toMatchObject({ status: 200 });
  });

  it('uses the default address again after the address chosen in a link session is purged', async () => {
    const customer = await sessions.byLink();
    await fillWithMug(customer);
    const { clock, database } = shop.context;
    await purgeCarts({ database, clock: { ...clock, ms: () => clock.ms() + 366 * 86_400_000 } });
    const { body } = await sessions.from('mobiledigital/auth', { jwt: await sessions.code(), autologin: false }, {});
    const proved = { mobile: OWN_MOBILE, token: body.token };
    expect(await buy(proved, await savedCard(proved))).toMatchObject({ status: 200 });
  });

  it('forgets known devices when the account moves to another number', async () => {
    const browser: TestBrowser = {};
    await sessions.code(browser);
    const customer = await sessions.byLink(browser);
    await fillWithMug(customer);
    const card = await savedCard(customer);
    await shop.stored.change('customers', { mobile: '+61412000009' });
    expect(await buy(customer, card, browser)).toMatchObject(REFUSED);
  });
});
