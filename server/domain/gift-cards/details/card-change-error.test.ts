import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cardOf25, fillCart, pay, type TestCustomer } from '#test/support/customer.ts';
import { type Customer, OWN_MOBILE } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { createLinkSessions } from '#test/support/link-session.ts';
import { minutesAfterOpening, openTestShop, type TestShop } from '#test/support/shop.ts';
import { browserHeaders, type TestBrowser } from '#test/support/test-browser.ts';

const OTHER = '+61412000777';
const THIRD = '+61412000778';
const WORDS = {
  recipient_firstname: 'Mia',
  recipient_lastname: 'Tan',
  recipient_mobile: OWN_MOBILE,
  recipient_message: 'For you',
  text_content: 'With love',
};
const REFUSED = { status: 400, body: { code: 'code_required' } };

describe.each(databaseKinds())('gift cards in a session opened by a sign-in link on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  let sessions: ReturnType<typeof createLinkSessions>;
  let details = 0;
  beforeEach(async () => {
    shop = await openTestShop(kind);
    wren = await shop.customer();
    sessions = createLinkSessions(shop, OWN_MOBILE);
    [details = 0] = (await wren.buyCards([{ to: OWN_MOBILE }])).detailsIds;
    await shop.moveTo(minutesAfterOpening(5));
  });
  afterEach(() => shop.close());

  const number = async () => (await shop.stored.one('giftCardDetails')).recipientMobile;
  const toCallOptions = ({ token }: TestCustomer, browser?: TestBrowser) => ({
    token,
    ...(browser ? { browser } : {}),
  });
  const correct = (customer: TestCustomer, browser?: TestBrowser) =>
    sessions.from(
      'mobiledigital/correctgiftcardmobile',
      { gift_card_details_id: details, recipient_mobile: OTHER },
      toCallOptions(customer, browser),
    );
  const edit = (customer: TestCustomer, change: object) => {
    const body = { gift_card_details_id: details, data: JSON.stringify({ ...WORDS, ...change }) };
    return sessions.from('mobiledigital/editgiftcarddetails', body, toCallOptions(customer));
  };
  const giveHistory = async () => {
    const twoDaysBefore = (instant: Date) => new Date(instant.getTime() - 2 * 86_400_000);
    for (const { customerId, browser, createdAt } of await shop.stored.all('sessions')) {
      if (browser === null) continue;
      const firstAt = twoDaysBefore(createdAt);
      const isKnown = await shop.stored.change('customerDevices', { firstAt }, { customerId, browser });
      if (!isKnown) await shop.stored.add('customerDevices', { customerId, browser, firstAt, lastAt: createdAt });
    }
  };
  const schedule = (customer: TestCustomer) => {
    const time = { scheduled_delivery: '2026-12-24 10:00:00', delivery_timezone: 'Australia/Sydney' };
    const body = { gift_card_details_id: details, ...time };
    return sessions.from('mobiledigital/savegiftcardscheduleddate', body, toCallOptions(customer));
  };
  const wrap = (customer: TestCustomer) => {
    const template = { mms_template_id: cardOf25.templateId, click2_giftcard_mms_template_id: 1 };
    const body = { gift_card_details_id: details, ...template };
    return sessions.from('mobiledigital/savegiftcardmmstemplate', body, toCallOptions(customer));
  };
  const print = async ({ token }: TestCustomer, browser?: TestBrowser) => {
    const headers = { ...browserHeaders(browser), authorization: `Bearer ${token}` };
    const query = new URLSearchParams({ order_id: '000000001', gift_card_details_id: String(details) });
    const answer = await shop.app.inject({ url: `/rest/default/V1/mobiledigital/printcard?${query}`, headers });
    return { status: answer.statusCode, body: answer.json() };
  };

  it('requires a confirmed sign-in code to change the number or print a card', async () => {
    const browser: TestBrowser = {};
    const customer = await sessions.byLink(browser);
    expect(await correct(customer, browser)).toMatchObject(REFUSED);
    expect(await edit(customer, { recipient_mobile: OTHER })).toMatchObject(REFUSED);
    expect(await print(customer, browser)).toMatchObject(REFUSED);
    expect(await number()).toBe(OWN_MOBILE);
    await sessions.code(browser);
    expect(await print(customer, browser)).toMatchObject({ body: { data: { code: expect.any(String) } } });
    await giveHistory();
    expect(await correct(customer, browser)).toMatchObject({ body: { status: true } });
    expect(await number()).toBe(OTHER);
  });

  it('hides links to the card pages, which show the codes, until a sign-in code is confirmed', async () => {
    await shop.moveTo(minutesAfterOpening(31));
    await shop.deliver();
    const browser: TestBrowser = {};
    const { token } = await sessions.byLink(browser);
    const listed = async () => {
      const headers = { ...browserHeaders(browser), authorization: `Bearer ${token}` };
      const answer = await shop.app.inject({ url: '/rest/default/V1/mobiledigital/giftcards', headers });
      return answer.json().data;
    };
    expect(await listed()).toEqual([expect.objectContaining({ balance: 25, page: '' })]);
    await sessions.code(browser);
    expect(await listed()).toEqual([
      expect.objectContaining({ balance: 25, page: expect.stringMatching(/^\/card\/./) }),
    ]);
  });

  it('requires a sign-in code to change the message, but reports an invalid number first', async () => {
    const customer = await sessions.byLink();
    expect(await edit(customer, { recipient_message: 'For you alone' })).toMatchObject(REFUSED);
    const wrong = await edit(customer, { recipient_mobile: '12' });
    expect(wrong.body).toMatchObject({ codes: { recipient_mobile: expect.any(String) } });
  });

  it('requires no code on a verified device or in a session opened by a sign-in code', async () => {
    const browser: TestBrowser = {};
    const jwt = await sessions.code(browser);
    expect(await print(await sessions.byLink(browser), browser)).toMatchObject({ body: { status: true } });
    const { body } = await sessions.from('mobiledigital/auth', { jwt, autologin: false }, { browser });
    await giveHistory();
    expect(await correct({ mobile: OWN_MOBILE, token: body.token }, browser)).toMatchObject({ body: { status: true } });
  });

  it('allows corrections to cards that the session bought, unless another session may have paid for them', async () => {
    const customer = await sessions.byLink();
    await shop.moveTo(minutesAfterOpening(6));
    const { detailsIds } = await fillCart(shop.send, customer, [{ ...cardOf25, to: OTHER }]);
    details = detailsIds[0] ?? 0;
    expect(await edit(customer, { recipient_mobile: OTHER })).toMatchObject({ body: { status: true } });
    expect((await pay(shop.send, customer, 'pm_card_mastercard')).status).toBe(200);
    expect(await edit(customer, { recipient_mobile: THIRD })).toMatchObject(REFUSED);
    await shop.stored.change('sessions', ({ createdAt }) => ({ revokedAt: createdAt }), { link: null });
    expect(await edit(customer, { recipient_mobile: THIRD })).toMatchObject({ body: { status: true } });
  });

  it('refuses changes by a link session to a card in the cart that another session added', async () => {
    const { detailsIds } = await wren.fillCart();
    details = detailsIds[0] ?? 0;
    await shop.moveTo(minutesAfterOpening(6));
    const customer = await sessions.byLink();
    expect(await edit(customer, { recipient_mobile: OTHER })).toMatchObject(REFUSED);
    expect(await edit(customer, { recipient_mobile: cardOf25.to })).toMatchObject(REFUSED);
    details = (await fillCart(shop.send, customer, [cardOf25])).detailsIds[0] ?? 0;
    expect(await edit(customer, { recipient_mobile: OTHER })).toMatchObject({ body: { status: true } });
  });

  it('blocks changes to older cards for seven days after a number change by email alone', async () => {
    const moved = (time: string) => shop.stored.change('customers', { cardsFrom: new Date(time) });
    const customer = await shop.customer();
    const refusal = { status: 400, body: { code: 'card_held_after_move', parameters: ['2026-11-09'] } };
    await moved(minutesAfterOpening(4));
    for (const act of [
      () => correct(customer),
      () => edit(customer, { recipient_mobile: OTHER }),
      () => edit(customer, { recipient_message: 'Other words' }),
      () => schedule(customer),
      () => wrap(customer),
      () => print(customer),
    ])
      expect(await act()).toMatchObject(refusal);
    expect(await number()).toBe(OWN_MOBILE);
    await shop.moveTo(minutesAfterOpening(7 * 24 * 60 + 3));
    expect(await print(await shop.customer())).toMatchObject(refusal);
    await shop.moveTo(minutesAfterOpening(7 * 24 * 60 + 5));
    const later = await shop.customer();
    expect(await print(later)).toMatchObject({ status: 200 });
    await moved(minutesAfterOpening(-1));
    expect(await print(later)).toMatchObject({ status: 200 });
  });

  it('refuses a new number for a card whose payment began before the link session', async () => {
    const { cartId } = await shop.stored.one('giftCardDetails');
    const { variantId } = await shop.stored.one('orderLines', { detailsId: details });
    await shop.stored.remove('carts', { state: 'open' });
    await shop.stored.change('carts', { state: 'open' }, { id: cartId ?? 0 });
    const line = await shop.stored.add('cartLines', { cartId: cartId ?? 0, variantId, qty: 1 });
    await shop.stored.change('giftCardDetails', { cartItemId: line.id }, { id: details });
    const customer = await sessions.byLink();
    const save = (recipient_mobile: string) => {
      const data = { ...WORDS, recipient_mobile, cart_item_id: line.id };
      return sessions.from(
        'mobiledigital/savegiftcarddetails',
        { data: JSON.stringify(data) },
        toCallOptions(customer),
      );
    };
    expect(await save(OTHER)).toMatchObject(REFUSED);
    expect(await save(OWN_MOBILE)).toMatchObject(REFUSED);
    expect(await number()).toBe(OWN_MOBILE);
  });
});
