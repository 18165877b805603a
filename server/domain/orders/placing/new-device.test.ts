import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ordersCommand } from '#server/commands/decide-orders.ts';
import { cardOf25, fillCart, home, type TestCustomer } from '#test/support/customer.ts';
import { OWN_MOBILE } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCommand } from '#test/support/give-command.ts';
import { createLinkSessions } from '#test/support/link-session.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { browserHeaders, type TestBrowser } from '#test/support/test-browser.ts';

const [KNOWN, STRANGER] = ['+61491570156', '+61491570157'];
const HOUR = 60;
const card = { ...cardOf25, scheduledAt: '2026-11-20 12:30:00' };

describe.each(databaseKinds())('gift cards bought with a saved card on %s', (kind) => {
  let shop: TestShop;
  let sessions: ReturnType<typeof createLinkSessions>;
  beforeEach(() => open());
  afterEach(() => shop.close());

  const open = async (env: Record<string, string> = {}, method = 'pm_card_visa') => {
    shop = await openTestShop(kind, { env });
    sessions = createLinkSessions(shop, OWN_MOBILE);
    const wren = await shop.customer();
    await wren.buyCards([{ ...card, to: KNOWN }], method);
    later(1);
  };
  const later = (minutes: number) => shop.wait(minutes * 60_000);
  const hoursAgo = (hours: number) => new Date(shop.context.clock.ms() - hours * 3_600_000);
  const sendCardsAt = (sentAt: Date) => shop.stored.change('giftCards', { sentAt });
  const sendCardsLongAgo = () => sendCardsAt(new Date('2026-10-01T00:00:00Z'));
  const makePasskeysOld = (hours: number) => {
    const since = hoursAgo(hours);
    return shop.stored.change('sessions', ({ browser, passkeySince }) => ({
      passkeySince: browser === null ? passkeySince : since,
    }));
  };
  const byCode = async (browser?: TestBrowser): Promise<TestCustomer> => {
    const options = browser ? { browser } : {};
    const { body } = await sessions.from('mobiledigital/auth', { jwt: await sessions.code(browser) }, options);
    return { mobile: OWN_MOBILE, token: body.token };
  };
  const savedCards = async ({ token }: TestCustomer, browser?: TestBrowser) => {
    const headers = { ...browserHeaders(browser), authorization: `Bearer ${token}` };
    const answer = await shop.app.inject({ url: '/rest/default/V1/mobiledigital/savedcards', headers });
    return answer.json().data as { id: string; last4: string; wants_security_code?: true }[];
  };
  type Buying = { browser?: TestBrowser; to?: string; by?: string; code?: string };
  const checkOut = async (customer: TestCustomer, { browser, by, code }: Buying = {}) => {
    const token = by ?? (await savedCards(customer, browser)).at(-1)?.id;
    const additional_data = {
      cc_save: true,
      cc_stripejs_token: token,
      ...(code === undefined ? {} : { cc_cvc_token: code }),
    };
    const paymentMethod = { method: 'stripe_payments', additional_data };
    const options = { token: customer.token, ...(browser ? { browser } : {}) };
    return sessions.from('carts/mine/payment-information', { billingAddress: home, paymentMethod }, options);
  };
  const buy = async (customer: TestCustomer, { to = STRANGER, ...options }: Buying = {}) => {
    await fillCart(shop.send, customer, [{ ...card, to }]);
    expect(await checkOut(customer, options)).toMatchObject({ status: 200 });
  };
  const holdReason = async () => (await shop.stored.last('orders')).heldFor;
  const charges = async () => (await shop.charges()).map((charge) => charge.split(' ')[1]);
  const create = async (url: string, payload: object): Promise<string> =>
    (await shop.app.inject({ method: 'POST', url, payload })).json().id;
  const mastercard = { number: '5555555555554444', exp_month: 12, exp_year: 29, cvc: '123' };

  it('holds an order for a new number on a new device until an operator approves it', async () => {
    const browser: TestBrowser = {};
    await buy(await byCode(browser), { browser });
    expect([await holdReason(), await charges()]).toEqual(['new device', ['succeeded', 'requires_capture']]);
    const { output } = await giveCommand(shop.context, ordersCommand, 'held');
    expect(output.join('\n')).toContain('a saved card pays for gift cards to new numbers from a new device');
    expect((await giveCommand(shop.context, ordersCommand, 'approve', '000000002')).status).toBe(0);
    expect(await charges()).toEqual(['succeeded', 'succeeded']);
  });

  it("holds gift cards for the customer's own number if that number never received a gift card", async () => {
    const browser: TestBrowser = {};
    await buy(await byCode(browser), { browser, to: OWN_MOBILE });
    expect(await holdReason()).toBe('new device');
  });

  it.each([
    [25, null],
    [23, 'new device'],
  ])(
    'decides an order for a number that received its first gift card %i hours ago: held for %s',
    async (hours, expected) => {
      await sendCardsAt(hoursAgo(hours));
      const browser: TestBrowser = {};
      await buy(await byCode(browser), { browser, to: KNOWN });
      expect(await holdReason()).toBe(expected);
    },
  );

  it('approves an order immediately for a known number whose old gift card was resent today', async () => {
    await shop.stored.change('messages', { sentAt: new Date('2026-10-01T00:00:00Z') }, { purpose: 'gift' });
    await sendCardsAt(shop.context.clock.now());
    const browser: TestBrowser = {};
    await buy(await byCode(browser), { browser, to: KNOWN });
    expect(await holdReason()).toBeNull();
  });

  it('holds an order if any of its recipients is new', async () => {
    await sendCardsLongAgo();
    const browser: TestBrowser = {};
    const customer = await byCode(browser);
    await fillCart(shop.send, customer, [
      { ...card, to: KNOWN },
      { ...card, to: STRANGER },
    ]);
    await checkOut(customer, { browser });
    expect(await holdReason()).toBe('new device');
  });

  it('approves gift cards once 24 hours have passed since the first, not the latest, sign-in on the device', async () => {
    const browser: TestBrowser = {};
    await byCode(browser);
    later(23 * HOUR);
    await buy(await byCode(browser), { browser });
    expect(await holdReason()).toBe('new device');
    later(HOUR);
    await buy(await byCode(browser), { browser });
    expect(await holdReason()).toBeNull();
  });

  it("holds gift cards on a known device again once the customer's number may have changed owners", async () => {
    const browser: TestBrowser = {};
    await byCode(browser);
    later(25 * HOUR);
    const customer = await byCode(browser);
    const by = (await savedCards(customer, browser)).at(-1)?.id ?? '';
    const now = shop.context.clock.now();
    await shop.stored.change('customers', { recordsFrom: now });
    await shop.stored.change('addresses', { createdAt: now });
    await shop.stored.change('sandboxPaymentMethods', { createdAt: now });
    await buy(customer, { browser, by });
    expect(await holdReason()).toBe('new device');
  });

  it('holds every order with gift cards from a client without cookies', async () => {
    await byCode();
    later(25 * HOUR);
    await buy(await byCode());
    expect(await holdReason()).toBe('new device');
  });

  it('trusts a payment card only on the device where it was typed and has paid an approved order', async () => {
    const [browser, elsewhere]: [TestBrowser, TestBrowser] = [{}, {}];
    const customer = await byCode(browser);
    const typed = await create('/sandbox/payment-methods', mastercard);
    await buy(customer, { browser: browser, by: typed });
    expect(await holdReason()).toBeNull();
    await buy(customer, { browser: browser, by: typed });
    expect(await holdReason()).toBeNull();
    await buy(customer, { browser: browser });
    expect(await holdReason()).toBe('new device');
    later(2);
    await buy(await byCode(elsewhere), { browser: elsewhere, by: typed });
    expect(await holdReason()).toBe('new device');
  });

  it('does not trust a payment card typed on this device if a different card paid the order', async () => {
    const challenge = '4000002500003155';
    const owner = await byCode();
    await fillCart(shop.send, owner, [{ ...card, to: KNOWN }]);
    const by = await create('/sandbox/payment-methods', { ...mastercard, number: challenge });
    const answer = await checkOut(owner, { by });
    const client_secret = String(answer.body.parameters[0]);
    await shop.app.inject({ method: 'POST', url: '/sandbox/challenge', payload: { client_secret, passed: true } });
    expect(await checkOut(owner, { by })).toMatchObject({ status: 200 });
    later(1);
    const browser: TestBrowser = {};
    const customer = await byCode(browser);
    await fillCart(shop.send, customer, [{ ...card, to: STRANGER }]);
    const typed = await create('/sandbox/payment-methods', { ...mastercard, number: challenge, exp_month: 11 });
    expect(await checkOut(customer, { browser, by: typed })).toMatchObject({ status: 400 });
    const other = await create('/sandbox/payment-methods', mastercard);
    expect(await checkOut(customer, { browser, by: other })).toMatchObject({ status: 200 });
    expect(await holdReason()).toBeNull();
    await buy(customer, { browser, by });
    expect(await holdReason()).toBe('new device');
  });

  it('does not trust a payment card while the first order that it paid on this device is held', async () => {
    const browser: TestBrowser = {};
    const customer = await byCode(browser);
    const typed = await create('/sandbox/payment-methods', mastercard);
    shop.context.settings = { ...shop.context.settings, APPROVAL_MAX_TOTAL: 20 };
    await buy(customer, { browser, by: typed });
    expect(await holdReason()).toBe('value');
    shop.context.settings = { ...shop.context.settings, APPROVAL_MAX_TOTAL: 1_000 };
    await buy(customer, { browser, by: typed });
    expect(await holdReason()).toBe('new device');
  });

  it.each([
    [24, null],
    [23, 'new device'],
  ])('decides an order after a sign-in with a passkey that is %i hours old: held for %s', async (hours, expected) => {
    const browser: TestBrowser = {};
    const customer = await byCode(browser);
    await makePasskeysOld(hours);
    await buy(customer, { browser });
    expect(await holdReason()).toBe(expected);
  });

  it('lets a new device redirect gift cards only to known numbers for 24 hours, unless the security code was confirmed', async () => {
    await sendCardsLongAgo();
    const by = await create('/sandbox/payment-methods', mastercard);
    await buy(await byCode(), { by, to: KNOWN });
    later(1);
    const browser: TestBrowser = {};
    let customer = await byCode(browser);
    const buyForKnown = async (code?: string) => {
      await buy(customer, { browser, by, to: KNOWN, ...(code === undefined ? {} : { code }) });
      expect(await holdReason()).toBeNull();
      return (await shop.stored.last('giftCardDetails')).id;
    };
    const person = {
      recipient_firstname: 'Ada',
      recipient_lastname: 'Reed',
      recipient_message: 'Hi',
      text_content: '[gift-card]',
    };
    const change = async (id: number, recipient_mobile: string) => {
      const options = { token: customer.token, browser };
      const idField = { gift_card_details_id: id };
      const data = JSON.stringify({ ...person, recipient_mobile });
      return [
        (await sessions.from('mobiledigital/correctgiftcardmobile', { ...idField, recipient_mobile }, options)).body,
        (await sessions.from('mobiledigital/editgiftcarddetails', { ...idField, data }, options)).body,
      ];
    };
    const saveWhilePaying = async (id: number) => {
      const cartId = Number((await shop.stored.one('giftCardDetails', { id })).cartId);
      const { variantId } = await shop.stored.one('orderLines', { detailsId: id });
      await shop.stored.change('carts', { state: 'open' }, { id: cartId });
      const { id: cart_item_id } = await shop.stored.add('cartLines', { cartId, variantId, qty: 1 });
      await shop.stored.change('giftCardDetails', { cartItemId: cart_item_id }, { id });
      const data = JSON.stringify({ ...person, recipient_mobile: STRANGER, cart_item_id });
      const options = { token: customer.token, browser };
      return (await sessions.from('mobiledigital/savegiftcarddetails', { data }, options)).body;
    };
    const held24 = { status: false, codes: { recipient_mobile: 'card_number_held' } };
    const id = await buyForKnown();
    expect(await change(id, STRANGER)).toMatchObject([held24, held24]);
    expect((await change(id, KNOWN))[1]).toMatchObject({ status: true, data: { recipient_firstname: 'Ada' } });
    const withCode = await buyForKnown(await create('/sandbox/security-codes', { cvc: '123' }));
    expect(await change(withCode, STRANGER)).toMatchObject([{ status: true }, { status: true }]);
    expect(await saveWhilePaying(id)).toMatchObject(held24);
    later(24 * HOUR);
    customer = await byCode(browser);
    expect(await change(id, STRANGER)).toMatchObject([{ status: true }, { status: true }]);
  });

  const correct = async ({ token }: TestCustomer, options: { browser?: TestBrowser } = {}) => {
    const { id } = await shop.stored.last('giftCardDetails');
    const body = { gift_card_details_id: id, recipient_mobile: STRANGER };
    return (await sessions.from('mobiledigital/correctgiftcardmobile', body, { token, ...options })).body;
  };

  it.each([
    ['browser', true],
    ['cookieless session', false],
  ])('redirects a gift card to a new number only in the %s where its payment card was typed', async (_, cookies) => {
    await sendCardsLongAgo();
    const options: { browser?: TestBrowser } = cookies ? { browser: {} } : {};
    const customer = await byCode(options.browser);
    const by = await create('/sandbox/payment-methods', mastercard);
    await buy(customer, { ...options, by, to: KNOWN });
    await buy(customer, { ...options, by, to: KNOWN });
    later(1);
    expect(await correct(await byCode())).toMatchObject({ codes: { recipient_mobile: 'card_number_held' } });
    expect(await correct(customer, options)).toMatchObject({ status: true });
  });

  it('does not let another device redirect old gift cards to a new number, with or without cookies', async () => {
    const atHome: TestBrowser = {};
    const owner = await byCode(atHome);
    const by = await create('/sandbox/payment-methods', mastercard);
    await buy(owner, { browser: atHome, by, to: KNOWN });
    later(30 * 24 * HOUR);
    await shop.stored.change('customers', { lastSeenAt: shop.context.clock.now() });
    const stolen: { browser?: TestBrowser }[] = [{ browser: {} }, {}];
    for (const options of stolen) {
      expect(await correct(await byCode(options.browser), options)).toMatchObject({
        codes: { recipient_mobile: 'card_number_held' },
      });
      later(1);
    }
    expect(await correct(await byCode(atHome), { browser: atHome })).toMatchObject({ status: true });
  });

  it('redirects a gift card to a new number after a sign-in with a 24-hour-old passkey', async () => {
    await sendCardsLongAgo();
    const browser: TestBrowser = {};
    const customer = await byCode(browser);
    await makePasskeysOld(24);
    await buy(customer, { browser, to: KNOWN });
    expect(await correct(customer, { browser })).toMatchObject({ status: true });
  });

  it('approves an order for physical goods on a new device immediately', async () => {
    const browser: TestBrowser = {};
    const customer = await byCode(browser);
    await fillCart(shop.send, customer, []);
    const cartItem = { sku: 'MUG', qty: 1 };
    await shop.send('POST carts/mine/items', { token: customer.token, body: { cartItem } });
    expect(await checkOut(customer, { browser })).toMatchObject({ status: 200 });
    expect(await holdReason()).toBeNull();
  });

  it('approves gift cards immediately with the correct security code, for that order only', async () => {
    const browser: TestBrowser = {};
    const customer = await byCode(browser);
    await buy(customer, { browser, code: await create('/sandbox/security-codes', { cvc: '123' }) });
    expect([await holdReason(), await charges()]).toEqual([null, ['succeeded', 'succeeded']]);
    await buy(customer, { browser });
    expect(await holdReason()).toBe('new device');
  });

  it('holds gift cards when the bank rejects the security code, even with APPROVAL_MISMATCH off', async () => {
    await shop.close();
    await open({ APPROVAL_MISMATCH: 'off' }, 'pm_card_cvcCheckFail');
    const browser: TestBrowser = {};
    const code = await create('/sandbox/security-codes', { cvc: '123' });
    await buy(await byCode(browser), { browser, code });
    expect([await holdReason(), await charges()]).toEqual(['new device', ['succeeded', 'requires_capture']]);
  });

  it('rejects a security code token that the provider did not create', async () => {
    const browser: TestBrowser = {};
    const customer = await byCode(browser);
    await fillCart(shop.send, customer, [{ ...card, to: STRANGER }]);
    expect(await checkOut(customer, { browser, code: 'tok_1' })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("No such token: 'tok_1'") },
    });
  });

  it('requests the security code for saved cards whose orders would be held', async () => {
    const browser: TestBrowser = {};
    const customer = await byCode(browser);
    expect(await savedCards(customer, browser)).toMatchObject([{ last4: '4242', wants_security_code: true }]);
    await buy(customer, { browser, by: await create('/sandbox/payment-methods', mastercard) });
    expect((await savedCards(customer, browser)).map((saved) => [saved.last4, saved.wants_security_code])).toEqual([
      ['4444', undefined],
      ['4242', true],
    ]);
    later(24 * HOUR);
    expect((await savedCards(await byCode(browser), browser)).filter((saved) => saved.wants_security_code)).toEqual([]);
  });
});
