import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ordersCommand } from '#server/commands/decide-orders.ts';
import { cardOf25, fillCart, home, type TestCustomer } from '#test/support/customer.ts';
import { OWN_MOBILE } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { give } from '#test/support/give-command.ts';
import { linkSessions } from '#test/support/link-session.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { browserHeaders, type TestBrowser } from '#test/support/test-browser.ts';

const [KNOWN, STRANGER] = ['+61491570156', '+61491570157'];
const HOUR = 60;
const card = { ...cardOf25, at: '2026-11-20 12:30:00' };

describe.each(databaseKinds())('gift cards by a saved card on %s', (kind) => {
  let shop: TestShop;
  let sessions: ReturnType<typeof linkSessions>;
  beforeEach(() => open());
  afterEach(() => shop.close());

  /** A shop whose customer has saved a card, in a client without cookies, with a gift card for somebody known. */
  const open = async (env: Record<string, string> = {}, method = 'pm_card_visa') => {
    shop = await openTestShop(kind, { env });
    sessions = linkSessions(shop, OWN_MOBILE);
    const wren = await shop.customer();
    await wren.buyCards([{ ...card, to: KNOWN }], method);
    later(1);
  };
  const later = (minutes: number) => shop.wait(minutes * 60_000);
  const hoursAgo = (hours: number) => new Date(shop.context.clock.ms() - hours * 3_600_000);
  const sendCardsAt = (sentAt: Date) => shop.stored.change('giftCards', { sentAt });
  /** The gift card of the first order has arrived long ago. */
  const sendCardsLongAgo = () => sendCardsAt(new Date('2026-10-01T00:00:00Z'));
  /** The sessions of browsers were opened by a passkey of this age. */
  const makePasskeysOld = (hours: number) => {
    const since = hoursAgo(hours);
    return shop.stored.change('sessions', ({ browser, passkeySince }) => ({
      passkeySince: browser === null ? passkeySince : since,
    }));
  };
  const byCode = async (browser?: TestBrowser): Promise<TestCustomer> => {
    const how = browser ? { browser } : {};
    const { body } = await sessions.from('mobiledigital/auth', { jwt: await sessions.code(browser) }, how);
    return { mobile: OWN_MOBILE, token: body.token };
  };
  const savedCards = async ({ token }: TestCustomer, browser?: TestBrowser) => {
    const headers = { ...browserHeaders(browser), authorization: `Bearer ${token}` };
    const answer = await shop.app.inject({ url: '/rest/default/V1/mobiledigital/savedcards', headers });
    return answer.json().data as { id: string; last4: string; wants_security_code?: true }[];
  };
  type Buying = { browser?: TestBrowser; to?: string; by?: string; code?: string };
  /** Pays with the saved card unless another is named. */
  const checkOut = async (customer: TestCustomer, { browser, by, code }: Buying = {}) => {
    const token = by ?? (await savedCards(customer, browser)).at(-1)?.id;
    const additional_data = {
      cc_save: true,
      cc_stripejs_token: token,
      ...(code === undefined ? {} : { cc_cvc_token: code }),
    };
    const paymentMethod = { method: 'stripe_payments', additional_data };
    const how = { token: customer.token, ...(browser ? { browser } : {}) };
    return sessions.from('carts/mine/payment-information', { billingAddress: home, paymentMethod }, how);
  };
  const buy = async (customer: TestCustomer, { to = STRANGER, ...how }: Buying = {}) => {
    await fillCart(shop.send, customer, [{ ...card, to }]);
    expect(await checkOut(customer, how)).toMatchObject({ status: 200 });
  };
  /** Why the latest order is held; null: it is approved. */
  const held = async () => (await shop.stored.last('orders')).heldFor;
  const charges = async () => (await shop.charges()).map((charge) => charge.split(' ')[1]);
  const create = async (url: string, payload: object): Promise<string> =>
    (await shop.app.inject({ method: 'POST', url, payload })).json().id;
  const mastercard = { number: '5555555555554444', exp_month: 12, exp_year: 29, cvc: '123' };

  it('wait for an operator when they are for a new number and the device is new', async () => {
    const browser: TestBrowser = {};
    await buy(await byCode(browser), { browser });
    expect([await held(), await charges()]).toEqual(['new device', ['succeeded', 'requires_capture']]);
    const { said } = await give(shop.context, ordersCommand, 'held');
    expect(said.join('\n')).toContain('a saved card on a new device pays gift cards for new numbers');
    expect((await give(shop.context, ordersCommand, 'approve', '000000002')).status).toBe(0);
    expect(await charges()).toEqual(['succeeded', 'succeeded']);
  });

  it('are held for the own number as for any other that no gift card went to', async () => {
    const browser: TestBrowser = {};
    await buy(await byCode(browser), { browser, to: OWN_MOBILE });
    expect(await held()).toBe('new device');
  });

  it.each([
    [25, null],
    [23, 'new device'],
  ])('to a number that got one of the account %i hours ago: held for %s', async (hours, why) => {
    await sendCardsAt(hoursAgo(hours));
    const browser: TestBrowser = {};
    await buy(await byCode(browser), { browser, to: KNOWN });
    expect(await held()).toBe(why);
  });

  it('go out at once to a number that got one long ago and the same one again today', async () => {
    await shop.stored.change('messages', { sentAt: new Date('2026-10-01T00:00:00Z') }, { purpose: 'gift' });
    await sendCardsAt(shop.context.clock.now());
    const browser: TestBrowser = {};
    await buy(await byCode(browser), { browser, to: KNOWN });
    expect(await held()).toBeNull();
  });

  it('are held when one of several is for a new number', async () => {
    await sendCardsLongAgo();
    const browser: TestBrowser = {};
    const customer = await byCode(browser);
    await fillCart(shop.send, customer, [
      { ...card, to: KNOWN },
      { ...card, to: STRANGER },
    ]);
    await checkOut(customer, { browser });
    expect(await held()).toBe('new device');
  });

  it('go out at once 24 hours after the first sign-in on the device, counted from the first', async () => {
    const browser: TestBrowser = {};
    await byCode(browser);
    later(23 * HOUR);
    await buy(await byCode(browser), { browser });
    expect(await held()).toBe('new device');
    later(HOUR);
    await buy(await byCode(browser), { browser });
    expect(await held()).toBeNull();
  });

  it('are held again once the number may have changed hands', async () => {
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
    expect(await held()).toBe('new device');
  });

  it('are always held in a client without cookies', async () => {
    await byCode();
    later(25 * HOUR);
    await buy(await byCode());
    expect(await held()).toBe('new device');
  });

  it('go out at once by a card that was typed on the device and paid an approved order, there alone', async () => {
    const [here, elsewhere]: [TestBrowser, TestBrowser] = [{}, {}];
    const customer = await byCode(here);
    const typed = await create('/sandbox/payment-methods', mastercard);
    await buy(customer, { browser: here, by: typed });
    expect(await held()).toBeNull();
    await buy(customer, { browser: here, by: typed });
    expect(await held()).toBeNull();
    // The other saved card was typed elsewhere.
    await buy(customer, { browser: here });
    expect(await held()).toBe('new device');
    later(2);
    await buy(await byCode(elsewhere), { browser: elsewhere, by: typed });
    expect(await held()).toBe('new device');
  });

  it('by a card that was typed there are held when another card paid the order', async () => {
    const challenge = '4000002500003155';
    // The owner saves a card whose bank asks at its first payment, in a client without cookies.
    const owner = await byCode();
    await fillCart(shop.send, owner, [{ ...card, to: KNOWN }]);
    const by = await create('/sandbox/payment-methods', { ...mastercard, number: challenge });
    const answer = await checkOut(owner, { by });
    const client_secret = String(answer.body.parameters[0]);
    await shop.app.inject({ method: 'POST', url: '/sandbox/challenge', payload: { client_secret, passed: true } });
    expect(await checkOut(owner, { by })).toMatchObject({ status: 200 });
    later(1);
    // Here its number is typed, the bank is left unanswered, and another card pays.
    const browser: TestBrowser = {};
    const customer = await byCode(browser);
    await fillCart(shop.send, customer, [{ ...card, to: STRANGER }]);
    const typed = await create('/sandbox/payment-methods', { ...mastercard, number: challenge, exp_month: 11 });
    expect(await checkOut(customer, { browser, by: typed })).toMatchObject({ status: 400 });
    const other = await create('/sandbox/payment-methods', mastercard);
    expect(await checkOut(customer, { browser, by: other })).toMatchObject({ status: 200 });
    expect(await held()).toBeNull();
    await buy(customer, { browser, by });
    expect(await held()).toBe('new device');
  });

  it('by a card that was typed there are held while its order is', async () => {
    const browser: TestBrowser = {};
    const customer = await byCode(browser);
    const typed = await create('/sandbox/payment-methods', mastercard);
    shop.context.settings = { ...shop.context.settings, APPROVAL_MAX_TOTAL: 20 };
    await buy(customer, { browser, by: typed });
    expect(await held()).toBe('value');
    shop.context.settings = { ...shop.context.settings, APPROVAL_MAX_TOTAL: 1_000 };
    await buy(customer, { browser, by: typed });
    expect(await held()).toBe('new device');
  });

  it.each([
    [24, null],
    [23, 'new device'],
  ])('by a passkey that is %i hours old: held for %s', async (hours, why) => {
    const browser: TestBrowser = {};
    const customer = await byCode(browser);
    await makePasskeysOld(hours);
    await buy(customer, { browser });
    expect(await held()).toBe(why);
  });

  it('for a known number keep to known numbers there for 24 hours, unless they came with the right code', async () => {
    await sendCardsLongAgo();
    const by = await create('/sandbox/payment-methods', mastercard);
    await buy(await byCode(), { by, to: KNOWN });
    later(1);
    const browser: TestBrowser = {};
    let customer = await byCode(browser);
    const buyForKnown = async (code?: string) => {
      await buy(customer, { browser, by, to: KNOWN, ...(code === undefined ? {} : { code }) });
      expect(await held()).toBeNull();
      return (await shop.stored.last('giftCardDetails')).id;
    };
    const person = {
      recipient_firstname: 'Ada',
      recipient_lastname: 'Reed',
      recipient_message: 'Hi',
      text_content: '[gift-card]',
    };
    const change = async (id: number, recipient_mobile: string) => {
      const how = { token: customer.token, browser };
      const idField = { gift_card_details_id: id };
      const data = JSON.stringify({ ...person, recipient_mobile });
      return [
        (await sessions.from('mobiledigital/correctgiftcardmobile', { ...idField, recipient_mobile }, how)).body,
        (await sessions.from('mobiledigital/editgiftcarddetails', { ...idField, data }, how)).body,
      ];
    };
    const saveWhilePaying = async (id: number) => {
      const cartId = Number((await shop.stored.one('giftCardDetails', { id })).cartId);
      const { variantId } = await shop.stored.one('orderLines', { detailsId: id });
      await shop.stored.change('carts', { state: 'open' }, { id: cartId });
      const { id: cart_item_id } = await shop.stored.add('cartLines', { cartId, variantId, qty: 1 });
      await shop.stored.change('giftCardDetails', { cartItemId: cart_item_id }, { id });
      const data = JSON.stringify({ ...person, recipient_mobile: STRANGER, cart_item_id });
      const how = { token: customer.token, browser };
      return (await sessions.from('mobiledigital/savegiftcarddetails', { data }, how)).body;
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

  /** Gives the latest gift card the number of a stranger. */
  const correct = async ({ token }: TestCustomer, how: { browser?: TestBrowser } = {}) => {
    const { id } = await shop.stored.last('giftCardDetails');
    const body = { gift_card_details_id: id, recipient_mobile: STRANGER };
    return (await sessions.from('mobiledigital/correctgiftcardmobile', body, { token, ...how })).body;
  };

  it.each([
    ['browser', true],
    ['session without cookies', false],
  ])('for a known number get a new one in the %s where their card was typed, and there alone', async (_, cookies) => {
    await sendCardsLongAgo();
    const how: { browser?: TestBrowser } = cookies ? { browser: {} } : {};
    const customer = await byCode(how.browser);
    const by = await create('/sandbox/payment-methods', mastercard);
    await buy(customer, { ...how, by, to: KNOWN });
    // Now it is saved.
    await buy(customer, { ...how, by, to: KNOWN });
    later(1);
    expect(await correct(await byCode())).toMatchObject({ codes: { recipient_mobile: 'card_number_held' } });
    expect(await correct(customer, how)).toMatchObject({ status: true });
  });

  it('bought long ago on another device keep to known numbers for 24 hours, cookies or not', async () => {
    const atHome: TestBrowser = {};
    const owner = await byCode(atHome);
    const by = await create('/sandbox/payment-methods', mastercard);
    await buy(owner, { browser: atHome, by, to: KNOWN });
    later(30 * 24 * HOUR);
    await shop.stored.change('customers', { lastSeenAt: shop.context.clock.now() });
    const stolen: { browser?: TestBrowser }[] = [{ browser: {} }, {}];
    for (const how of stolen) {
      expect(await correct(await byCode(how.browser), how)).toMatchObject({
        codes: { recipient_mobile: 'card_number_held' },
      });
      later(1);
    }
    expect(await correct(await byCode(atHome), { browser: atHome })).toMatchObject({ status: true });
  });

  it('for a known number get a new one by a passkey that is 24 hours old', async () => {
    await sendCardsLongAgo();
    const browser: TestBrowser = {};
    const customer = await byCode(browser);
    await makePasskeysOld(24);
    await buy(customer, { browser, to: KNOWN });
    expect(await correct(customer, { browser })).toMatchObject({ status: true });
  });

  it('goods go out at once', async () => {
    const browser: TestBrowser = {};
    const customer = await byCode(browser);
    await fillCart(shop.send, customer, []);
    const cartItem = { sku: 'MUG', qty: 1 };
    await shop.send('POST carts/mine/items', { token: customer.token, body: { cartItem } });
    expect(await checkOut(customer, { browser })).toMatchObject({ status: 200 });
    expect(await held()).toBeNull();
  });

  it('with the right security code go out at once', async () => {
    const browser: TestBrowser = {};
    const customer = await byCode(browser);
    await buy(customer, { browser, code: await create('/sandbox/security-codes', { cvc: '123' }) });
    expect([await held(), await charges()]).toEqual([null, ['succeeded', 'succeeded']]);
    // It proved that one order.
    await buy(customer, { browser });
    expect(await held()).toBe('new device');
  });

  it('with a security code that the bank does not know are held, whatever else is held by what banks say', async () => {
    await shop.close();
    await open({ APPROVAL_MISMATCH: 'off' }, 'pm_card_cvcCheckFail');
    const browser: TestBrowser = {};
    const code = await create('/sandbox/security-codes', { cvc: '123' });
    await buy(await byCode(browser), { browser, code });
    expect([await held(), await charges()]).toEqual(['new device', ['succeeded', 'requires_capture']]);
  });

  it('with a token that the provider did not make are not sold', async () => {
    const browser: TestBrowser = {};
    const customer = await byCode(browser);
    await fillCart(shop.send, customer, [{ ...card, to: STRANGER }]);
    expect(await checkOut(customer, { browser, code: 'tok_1' })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("No such token: 'tok_1'") },
    });
  });

  it('list the security code as wanted where they would be held', async () => {
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
