import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CardInput, cardOf25, fillCart, pay, signIn, type TestCustomer } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { testShop } from '#test/support/test-catalogue.ts';

const card: CardInput = { ...cardOf25, scheduledAt: '2026-12-24 12:00:00' };

describe.each(databaseKinds())('gift card and order calls on %s', (kind) => {
  let shop: TestShop;
  let customer: TestCustomer;
  let otherCustomer: TestCustomer;
  let cartId: number;
  let detailsId: number;
  beforeAll(async () => {
    shop = await openTestShop(kind);
    customer = await signIn(shop.send, shop.phone, '+61412345678');
    otherCustomer = await signIn(shop.send, shop.phone, '+61412345679');
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    const open = (await shop.send('POST carts/mine', { token: customer.token })).body;
    await get(`deletegiftcarddetailsbycartid?cart_id=${open}`);
    const filled = await fillCart(shop.send, customer, [card]);
    cartId = filled.cartId;
    detailsId = filled.detailsIds[0] ?? 0;
  });

  const post = async (path: string, body: object, { token } = customer) => {
    const answer = await shop.app.inject({
      method: 'POST',
      url: `/rest/default/V1/mobiledigital/${path}`,
      headers: { authorization: `Bearer ${token}` },
      payload: body,
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  const get = async (path: string, { token } = customer) => {
    const answer = await shop.app.inject({
      url: `/rest/default/V1/mobiledigital/${path}`,
      headers: { authorization: `Bearer ${token}` },
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  const ofCart = async (caller = customer) =>
    JSON.parse((await get(`getgiftcarddetailsbycart?cart_id=${cartId}`, caller)).body).data;
  const byId = async (caller = customer) =>
    (await get(`getgiftcarddetailsbyid?gift_card_details_id=${detailsId}`, caller)).body;
  const recipient = { recipient_firstname: 'Ada', recipient_lastname: 'Ng', recipient_mobile: '0491570157' };
  const words = { recipient_message: 'Hello', text_content: 'For you [gift-card]' };
  const line = async () => (await ofCart())[0].cart_item_id as number;

  it('saves details sent as JSON text to savegiftcarddetails, and returns the same id when the call is repeated [CA-39]', async () => {
    const data = JSON.stringify({ ...recipient, ...words, cart_item_id: await line(), unasked: true });
    const saved = { status: 200, body: { status: true, data: { last_insert_id: detailsId } } };
    expect(await post('savegiftcarddetails', { data })).toEqual(saved);
    expect(await post('savegiftcarddetails', { data })).toEqual(saved);
    expect(await ofCart()).toMatchObject([{ ...words, recipient_mobile: '+61491570157' }]);
    const rejected = await post('savegiftcarddetails', {
      data: JSON.stringify({ ...recipient, cart_item_id: await line() }),
    });
    expect(rejected.body).toMatchObject({ status: false, input_validation: { recipient_message: expect.any(String) } });
    expect((await post('savegiftcarddetails', { data: '{"recipient' })).body.parameters).toMatchObject({
      fieldName: 'data',
    });
  });

  it('saves names and messages as they are displayed, and rejects links', async () => {
    const save = async (changes: object) => {
      const data = JSON.stringify({ ...recipient, ...words, cart_item_id: await line(), ...changes });
      return (await post('savegiftcarddetails', { data })).body;
    };
    expect(
      await save({ recipient_firstname: '\u202EAda\u200B', text_content: 'Look \u202Egnp.exe [gift-card]' }),
    ).toMatchObject({
      status: true,
    });
    expect(await ofCart()).toMatchObject([{ recipient_firstname: 'Ada', text_content: 'Look gnp.exe [gift-card]' }]);
    expect(await save({ recipient_firstname: '\u200B' })).toMatchObject({
      codes: { recipient_firstname: 'recipient_firstname_required' },
    });
    for (const link of ['https://evil.example', 'evil.travel', 'evil[.]com', 'evil。com'])
      expect(await save({ recipient_lastname: link, recipient_message: link, text_content: link })).toMatchObject({
        codes: {
          recipient_lastname: 'name_with_link',
          recipient_message: 'words_with_link',
          text_content: 'words_with_link',
        },
      });
    expect(await save({ text_content: 'Call me on 0491 570 156 [gift-card]' })).toMatchObject({ status: true });
  });

  it('changes the recipient with editgiftcarddetails and returns the details or field errors [CA-40]', async () => {
    const data = JSON.stringify({ ...recipient, ...words });
    const edited = await post('editgiftcarddetails', { gift_card_details_id: detailsId, data });
    expect(edited.body).toMatchObject({
      status: true,
      data: { recipient_firstname: 'Ada', gift_card_details_id: detailsId },
    });
    const wrong = JSON.stringify({ ...recipient, ...words, recipient_mobile: '12' });
    expect((await post('editgiftcarddetails', { gift_card_details_id: detailsId, data: wrong })).body).toMatchObject({
      status: false,
      input_validation: { recipient_mobile: 'Please enter a valid mobile' },
    });
  });

  it('deletes the details of one line with deletegiftcarddetailsbycartitemid, even when called twice [CA-41]', async () => {
    const body = { cart_id: cartId, cart_item_id: await line() };
    for (const _ of [1, 2])
      expect((await post('deletegiftcarddetailsbycartitemid', body)).body).toEqual({ status: true });
    expect(await ofCart()).toEqual([]);
  });

  it('deletes the details of a whole cart with deletegiftcarddetailsbycartid [CA-42]', async () => {
    const answer = await get(`deletegiftcarddetailsbycartid?cart_id=${cartId}`);
    expect(answer).toEqual({ status: 200, body: { status: true } });
    expect(await ofCart()).toEqual([]);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'empty' }],
    ['a typed or bookmarked URL', { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' }],
    ['an image on a shop page', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' }],
  ])('refuses to delete by GET from %s, even with a valid bearer token', async (_what, from) => {
    const ask = (headers: Record<string, string>) =>
      shop.app.inject({
        url: `/rest/default/V1/mobiledigital/deletegiftcarddetailsbycartid?cart_id=${cartId}`,
        headers: { authorization: `Bearer ${customer.token}`, ...headers },
      });
    expect((await ask(from)).statusCode).toBe(401);
    expect(await ofCart()).toHaveLength(1);
    expect((await ask({ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' })).statusCode).toBe(200);
    expect(await ofCart()).toEqual([]);
  });

  it('returns JSON text with status and data from getgiftcarddetailsbycart [CA-04, CA-43]', async () => {
    const { body } = await get(`getgiftcarddetailsbycart?cart_id=${cartId}`);
    expect(body).toBeTypeOf('string');
    expect(JSON.parse(body)).toMatchObject({
      status: true,
      data: [{ gift_card_details_id: detailsId, cart_id: cartId }],
    });
  });

  it('returns one card from getgiftcarddetailsbyid, and none for an invalid id [CA-44]', async () => {
    expect(await byId()).toMatchObject({
      status: true,
      data: { gift_card_details_id: detailsId, gift_card_price: 25, order_id: null },
    });
    for (const id of ['999999', 'a-local-key', '-1'])
      expect((await get(`getgiftcarddetailsbyid?gift_card_details_id=${id}`)).body).toEqual({ status: false });
  });

  it('sets local time and time zone with savegiftcardscheduleddate, even when called twice [CA-45]', async () => {
    const query = {
      gift_card_details_id: detailsId,
      scheduled_delivery: '2026-12-25 09:00:00',
      delivery_timezone: 'Australia/Perth',
    };
    for (const _ of [1, 2]) {
      expect((await post('savegiftcardscheduleddate', query)).body).toMatchObject({
        status: true,
        send_at: '2026-12-25T01:00:00.000Z',
      });
    }
    expect((await byId()).data).toMatchObject({
      scheduled_delivery: '2026-12-25 09:00:00',
      delivery_timezone: 'Australia/Perth',
    });
  });

  it('returns the templates of a product from getgiftcardmmstemplates [CA-46]', async () => {
    const { body } = await get(`getgiftcardmmstemplates?product_id=${testShop.products.card}`);
    expect(body).toMatchObject({
      status: true,
      data: [{ mms_template_id: 'birthday', mms_template_url: expect.any(String) }],
    });
  });

  it('sets the template with savegiftcardmmstemplate, and rejects an unknown one [CA-47]', async () => {
    const query = { gift_card_details_id: detailsId, mms_template_id: 'birthday', click2_giftcard_mms_template_id: 1 };
    for (const _ of [1, 2]) expect((await post('savegiftcardmmstemplate', query)).body).toMatchObject({ status: true });
    expect((await post('savegiftcardmmstemplate', { ...query, mms_template_id: 'none' })).body).toMatchObject({
      status: false,
    });
    expect((await byId()).data.mms_template_id).toBe('birthday');
  });

  it('returns the purchase from orders, order, checkoutsuccess and savegiftcardorderbycart [CA-31, CA-32, CA-48, CA-49]', async () => {
    const order_id = (await pay(shop.send, customer, 'pm_card_visa')).body;
    const { body } = await get('orders');
    expect(body).toMatchObject({ status: true });
    const [newest] = body.orders;
    expect(newest).toMatchObject({ id: order_id, grand_total: 25 });
    for (const id of [order_id, newest.increment_id]) {
      const answer = (await get(`order?order_id=${id}`)).body;
      expect(answer.data).toBeTypeOf('string');
      expect(JSON.parse(answer.data)).toEqual(newest);
    }
    expect((await get('checkoutsuccess?seller_id=&campaign_id=')).body).toMatchObject({
      status: true,
      data: { order_id: newest.increment_id },
    });
    const confirm = { r_token: '', cart_id: cartId, order_id: newest.increment_id };
    for (const _ of [1, 2]) expect((await post('savegiftcardorderbycart', confirm)).body).toEqual({ status: true });
    expect((await post('savegiftcardorderbycart', confirm, otherCustomer)).body).toEqual({ status: false });
    expect((await get(`order?order_id=${order_id}`, otherCustomer)).body).toEqual({ status: false });
    expect((await get('orders', otherCustomer)).body).toEqual({ status: true, orders: [] });
    expect((await get('checkoutsuccess?seller_id=&campaign_id=', otherCustomer)).body).toEqual({ status: false });
  });

  it("treats another customer's cart and details as nonexistent", async () => {
    const before = await byId();
    const data = JSON.stringify({ ...recipient, ...words, cart_item_id: await line() });
    const id = { gift_card_details_id: detailsId };
    expect(await byId(otherCustomer)).toEqual({ status: false });
    expect(await ofCart(otherCustomer)).toEqual([]);
    expect((await post('savegiftcarddetails', { data }, otherCustomer)).body.status).toBe(false);
    const missing = await post('editgiftcarddetails', { gift_card_details_id: 999_999, data }, otherCustomer);
    const foreign = await post('editgiftcarddetails', { ...id, data }, otherCustomer);
    expect([foreign.status, foreign.body.message]).toEqual([missing.status, missing.body.message]);
    const schedule = { ...id, scheduled_delivery: '2026-12-31 09:00:00', delivery_timezone: 'Australia/Perth' };
    for (const [path, body] of [
      ['savegiftcardscheduleddate', schedule],
      ['savegiftcardmmstemplate', { ...id, mms_template_id: 'birthday' }],
      ['resendgiftcard', id],
      ['correctgiftcardmobile', { ...id, recipient_mobile: '0491570158' }],
      ['deletegiftcarddetailsbycartitemid', { cart_id: cartId, cart_item_id: await line() }],
    ] as const) {
      const knownAnswer = await post(path, body, otherCustomer);
      const unknown = await post(path, { ...body, gift_card_details_id: 999_999, cart_id: 999_999 }, otherCustomer);
      expect([path, knownAnswer.status, knownAnswer.body.status, knownAnswer.body.message]).toEqual([
        path,
        unknown.status,
        unknown.body.status,
        unknown.body.message,
      ]);
    }
    await get(`deletegiftcarddetailsbycartid?cart_id=${cartId}`, otherCustomer);
    expect(await byId()).toEqual(before);
  });

  it("treats another customer's address and saved card as nonexistent", async () => {
    await pay(shop.send, customer, 'pm_card_visa');
    const address = (await shop.send('GET customers/me', { token: customer.token })).body.addresses[0]?.id ?? 0;
    const missingId = 999_999;
    for (const path of ['setdefaultbilling', 'setdefaultshipping']) {
      for (const address_id of [address, missingId])
        expect((await post(path, { address_id }, otherCustomer)).status).toBe(404);
    }
    for (const id of [address, missingId])
      expect((await get(`shippingmethods?addressId=${id}`, otherCustomer)).status).toBe(404);
    const [savedCard] = (await get('savedcards')).body.data;
    expect((await get('savedcards', otherCustomer)).body).toEqual({ status: true, data: [] });
    await fillCart(shop.send, otherCustomer, [card]);
    const stolen = await pay(shop.send, otherCustomer, savedCard.id);
    const invented = await pay(shop.send, otherCustomer, 'pm_nobodys');
    expect(stolen.body.message).toBe(invented.body.message?.replace('pm_nobodys', savedCard.id));
    expect(stolen.status).toBe(400);
  });
});
