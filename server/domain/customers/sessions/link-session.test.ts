import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CallName, calls } from '#contract/calls.ts';
import { AT_ONCE, addCard, cardOf25, fillCart, home, pay } from '#test/support/customer.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { createLinkSessions } from '#test/support/link-session.ts';
import { minutesAfterOpening, openTestShop, type TestShop } from '#test/support/shop.ts';

const OWN = '+61412345678';
type Guarded = {
  [Name in CallName]: (typeof calls)[Name] extends { byLink: string } ? Name : never;
}[CallName];
type Bearer = { token: string };
type Outcome = 'code_required' | 'recent_code_required' | 'allowed';
type Touch = { outcome: Outcome; params?: object; query?: object; body?: object };

describe.each(databaseKinds())('a link session on a new device, on %s', (kind) => {
  let shop: TestShop;
  let owner: Customer;
  let thing: Awaited<ReturnType<typeof fillAccount>>;
  beforeEach(async () => {
    shop = await openTestShop(kind);
    owner = await shop.customer(OWN);
    thing = await fillAccount();
    await shop.moveTo(minutesAfterOpening(45));
  });
  afterEach(() => shop.close());

  const byLink = () => createLinkSessions(shop, OWN).byLink();
  const ask = async (name: Guarded | 'GET carts/mine/items', { token }: Bearer, input: object = {}) =>
    (await shop.send(name, { token, ...input } as never)) as unknown as { status: number; body: Body };
  type Body = { status?: boolean; code?: string; item_id?: number } & Record<string, unknown>;
  const mug = (qty: number) => ({
    cartItem: { sku: 'MUG', qty, quote_id: String(thing.cartId), product_type: 'simple' },
  });
  const me = async ({ token }: Bearer) => (await shop.send('GET customers/me', { token })).body;
  const words = (change: object = {}) =>
    JSON.stringify({
      recipient_firstname: 'Ada',
      recipient_lastname: 'Reed',
      recipient_mobile: '0491570158',
      recipient_message: 'Hi',
      text_content: 'Hello [gift-card]',
      ...change,
    });

  async function fillAccount() {
    const [sentId = 0] = (await owner.buyCards([{ scheduledAt: AT_ONCE, to: OWN }])).detailsIds;
    await shop.deliver();
    const [waitingId = 0] = (await owner.buyCards([{ scheduledAt: '2026-11-09 12:00:00' }])).detailsIds;
    const { cartId } = await owner.fillCart([]);
    const cartItem = { sku: 'MUG', qty: 1, quote_id: String(cartId), product_type: 'simple' };
    const line = (await shop.send('POST carts/mine/items', { token: owner.token, body: { cartItem } })).body.item_id;
    const detailsId = await owner.addCard(cartId);
    const { cartItemId: cardLine } = await shop.stored.one('giftCardDetails', { id: detailsId });
    const publicId = (await shop.cards())[0]?.publicId ?? '';
    const putResponse = await owner.putCard(publicId);
    if (putResponse.body !== true)
      throw new Error(`The card was not put on the cart: ${JSON.stringify(putResponse.body)}`);
    const { addresses } = await me(owner);
    const [first] = addresses;
    if (!first) throw new Error('The owner has no address.');
    const other = {
      ...first,
      id: undefined,
      street: ['7 Side Street'],
      default_billing: false,
      default_shipping: false,
    };
    const saved = await shop.send('PUT customers/me', {
      token: owner.token,
      body: { customer: { addresses: [...addresses, other] } },
    });
    const secondAddress = saved.body.addresses[1]?.id ?? 0;
    const [card] = (await shop.send('GET mobiledigital/savedcards', { token: owner.token })).body.data;
    return {
      cartId,
      line,
      cardLine: Number(cardLine),
      detailsId,
      sentId,
      waitingId,
      publicId,
      first,
      secondAddress,
      savedCard: card?.id ?? '',
    };
  }

  const homeShipping = {
    body: {
      addressInformation: {
        shipping_address: home,
        shipping_carrier_code: 'flatrate',
        shipping_method_code: 'flatrate',
      },
    },
  };

  const stored = async () => {
    const { all } = shop.stored;
    const byOwner = { writtenBy: null };
    return JSON.stringify([
      (await all('customers')).map((customer) => [
        [customer.firstname, customer.lastname, customer.email],
        [customer.defaultBillingId, customer.defaultShippingId],
      ]),
      await all('addresses', byOwner),
      await all('cartLines', byOwner),
      await all('giftCardDetails', byOwner),
      await all('cartGiftCards', byOwner),
      await all('giftCardChanges'),
      (await all('giftCards')).map((card) => [card.id, card.tellDelivered, card.sendAt, card.deliveryAttempt]),
    ]);
  };

  function touches(): Record<Guarded, Touch> {
    const { cartId, line, cardLine, detailsId, sentId, waitingId, publicId, secondAddress, savedCard } = thing;
    const refused = (input: Omit<Touch, 'outcome'>): Touch => ({ outcome: 'code_required', ...input });
    const recent = (body: object = {}): Touch => ({ outcome: 'recent_code_required', body });
    const allowed = (input: Omit<Touch, 'outcome'> = {}): Touch => ({ outcome: 'allowed', ...input });
    const id = (gift_card_details_id: number) => ({ gift_card_details_id });
    const zone = { scheduled_delivery: '2026-11-12 12:00:00', delivery_timezone: 'Australia/Sydney' };
    return {
      'PUT customers/me': refused({ body: { customer: { firstname: 'AusPost' } } }),
      'POST mobiledigital/setdefaultbilling': refused({ body: { address_id: secondAddress } }),
      'POST mobiledigital/setdefaultshipping': refused({ body: { address_id: secondAddress } }),
      'POST carts/mine': allowed(),
      'POST mobiledigital/clearcart': refused({ body: {} }),
      'POST carts/mine/items': refused({ body: { cartItem: { ...mug(3).cartItem, item_id: line } } }),
      'PUT carts/mine/items/{itemId}': refused({ params: { itemId: line }, body: { cartItem: { qty: 3 } } }),
      'DELETE carts/mine/items/{itemId}': refused({ params: { itemId: line } }),
      'POST carts/mine/estimate-shipping-methods-by-address-id': allowed({ body: { addressId: secondAddress } }),
      'POST carts/mine/estimate-shipping-methods': allowed({ body: { address: home } }),
      'POST carts/mine/shipping-information': allowed({
        body: {
          addressInformation: {
            ...homeShipping.body.addressInformation,
            shipping_address: { ...home, street: ['1 New Street'] },
          },
        },
      }),
      'POST carts/mine/giftCards': refused({
        body: { giftCardAccountData: { gift_cards: [publicId], extension_attributes: { first: true } } },
      }),
      'DELETE carts/mine/giftCards/{code}': refused({ params: { code: publicId } }),
      'POST mobiledigital/deletesavedcard': refused({ body: { payment_method: savedCard } }),
      'POST carts/mine/payment-information': refused({
        body: {
          billingAddress: home,
          paymentMethod: { method: 'stripe_payments', additional_data: { cc_stripejs_token: savedCard } },
        },
      }),
      'POST mobiledigital/checkgiftcardrecipients': allowed({
        body: {
          recipients: [{ recipient_firstname: 'A', recipient_lastname: 'B', recipient_mobile: '0491570158' }],
        },
      }),
      'POST mobiledigital/savegiftcardrecipients': allowed({
        body: {
          cartItem: {
            sku: 'CARD',
            product_option: {
              extension_attributes: {
                configurable_item_options: [{ option_id: '216', option_value: cardOf25.optionValue }],
              },
            },
          },
          recipients: [{ recipient_firstname: 'A', recipient_lastname: 'B', recipient_mobile: '0491570158' }],
          recipient_message: 'Hi',
          text_content: 'Hello [gift-card]',
          mms_template_id: 'birthday',
          ...zone,
        },
      }),
      'POST mobiledigital/savegiftcarddetails': refused({ body: { data: words({ cart_item_id: cardLine }) } }),
      'POST mobiledigital/editgiftcarddetails': refused({ body: { ...id(waitingId), data: words() } }),
      'POST mobiledigital/deletegiftcarddetailsbycartitemid': refused({
        body: { cart_id: cartId, cart_item_id: cardLine },
      }),
      'GET mobiledigital/deletegiftcarddetailsbycartid': refused({ query: { cart_id: String(cartId) } }),
      'POST mobiledigital/savegiftcardscheduleddate': refused({ body: { ...id(waitingId), ...zone } }),
      'POST mobiledigital/giftcardpicture': allowed({
        body: { template_id: 1, words: { to: 'For Ada', message: 'Hi', from: 'From Wren', amount: '$25', footer: '' } },
      }),
      'POST mobiledigital/savegiftcardmmstemplate': refused({
        body: { ...id(detailsId), mms_template_id: 'birthday' },
      }),
      'POST mobiledigital/resendgiftcard': refused({ body: id(sentId) }),
      'POST mobiledigital/correctgiftcardmobile': refused({ body: { ...id(sentId), recipient_mobile: '0491570158' } }),
      'POST mobiledigital/tellwhengiftcardarrives': refused({ body: { ...id(waitingId), tell: true } }),
      'POST mobiledigital/savegiftcardorderbycart': allowed({ body: { cart_id: cartId, order_id: 1 } }),
      'GET mobiledigital/printcard': refused({
        query: { order_id: '000000001', gift_card_details_id: String(sentId) },
      }),
      'POST mobiledigital/newpasskey': recent(),
      'POST mobiledigital/addpasskey': recent({
        credential: {
          id: 'a',
          rawId: 'a',
          type: 'public-key',
          clientExtensionResults: {},
          response: { clientDataJSON: 'a', attestationObject: 'a' },
        },
      }),
      'POST mobiledigital/removepasskey': recent({ id: 1 }),
      'POST mobiledigital/startafresh': recent(),
      'POST mobiledigital/endsessions': recent({ ids: ['a'.repeat(20)] }),
      'POST mobiledigital/sendemailcode': allowed({ body: {} }),
      'POST mobiledigital/changemobile': allowed({ body: { jwt: 'x', old_jwt: 'x' } }),
      'POST mobiledigital/proveaccount': allowed({ body: { email_code: '12345678' } }),
      'POST mobiledigital/signout': allowed(),
    };
  }

  it('rejects every API call by a link session that would change existing data', async () => {
    const customer = await byLink();
    const before = await stored();
    const answered: Record<string, Outcome> = {};
    for (const [name, { outcome: _, ...input }] of Object.entries(touches())) {
      const { code } = (await ask(name as Guarded, customer, input)).body;
      answered[name] = code === 'code_required' || code === 'recent_code_required' ? code : 'allowed';
    }
    expect(answered).toEqual(
      Object.fromEntries(Object.entries(touches()).map(([name, { outcome }]) => [name, outcome])),
    );
    expect(await stored()).toBe(before);
  });

  it('does not let a link session change existing addresses or default addresses', async () => {
    const customer = await byLink();
    const { addresses } = await me(customer);
    const [first, second] = addresses;
    const before = await stored();
    const saveAddresses = (changed: object[]) =>
      shop.send('PUT customers/me', { token: customer.token, body: { customer: { addresses: changed as never } } });
    const added = {
      ...first,
      id: undefined,
      street: ['9 New Street'],
      default_billing: false,
      default_shipping: false,
    };
    for (const changed of [
      [{ ...first, street: ['66 Thief Street'] }, second],
      [{ ...first, firstname: 'Parcel' }, second],
      [first],
      [],
      [
        { ...first, default_shipping: false },
        { ...second, default_shipping: true },
      ],
      [first, second, { ...added, default_billing: true }],
    ] as object[][])
      expect(await saveAddresses(changed)).toMatchObject({ status: 400, body: { code: 'code_required' } });
    expect(await stored()).toBe(before);
    expect((await saveAddresses(addresses)).status).toBe(200);
    const response = await saveAddresses([...addresses, added]);
    expect(response.body).toMatchObject({ default_billing: String(first?.id), default_shipping: String(first?.id) });
    const addedAddress = response.body.addresses[2];
    expect((await saveAddresses([...addresses, { ...addedAddress, street: ['10 New Street'] }])).status).toBe(200);
    expect((await saveAddresses(addresses)).body.addresses).toHaveLength(2);
    expect(await stored()).toBe(before);
  });

  it('lets a link session change and remove what it added itself', async () => {
    const customer = await byLink();
    const { token } = customer;
    const teapot = { sku: 'TEAPOT', qty: 1, quote_id: String(thing.cartId), product_type: 'simple' };
    const itemId = Number((await ask('POST carts/mine/items', customer, { body: { cartItem: teapot } })).body.item_id);
    const set = await ask('PUT carts/mine/items/{itemId}', customer, {
      params: { itemId },
      body: { cartItem: { qty: 2 } },
    });
    expect(set.status).toBe(200);
    expect((await ask('DELETE carts/mine/items/{itemId}', customer, { params: { itemId } })).body).toBe(true);
    const id = await addCard(shop.send, { token, cartId: thing.cartId, card: cardOf25 });
    const { cartItemId, templateId, sendAt } = await shop.stored.one('giftCardDetails', { id });
    expect({ templateId, sendAt }).toEqual({ templateId: expect.any(Number), sendAt: expect.any(Date) });
    const details = { gift_card_details_id: id };
    const edited = await ask('POST mobiledigital/editgiftcarddetails', customer, {
      body: { ...details, data: words() },
    });
    expect(edited.body).toMatchObject({
      status: true,
      data: { recipient_firstname: 'Ada', recipient_mobile: '+61491570158' },
    });
    const ofLine = { cart_id: thing.cartId, cart_item_id: Number(cartItemId) };
    expect(
      (await ask('POST mobiledigital/deletegiftcarddetailsbycartitemid', customer, { body: ofLine })).body,
    ).toEqual({
      status: true,
    });
    expect(
      (await ask('DELETE carts/mine/items/{itemId}', customer, { params: { itemId: Number(cartItemId) } })).body,
    ).toBe(true);
  });

  it('lets a link session add to an existing line, but not remove a line that the owner created or added to', async () => {
    const customer = await byLink();
    expect((await ask('POST carts/mine/items', customer, { body: mug(1) })).body).toMatchObject({ qty: 2 });
    const remove = (as: Bearer, itemId: number) => ask('DELETE carts/mine/items/{itemId}', as, { params: { itemId } });
    expect((await remove(customer, thing.line)).body.code).toBe('code_required');
    const teapot = { sku: 'TEAPOT', qty: 1, quote_id: String(thing.cartId), product_type: 'simple' };
    const { body } = await ask('POST carts/mine/items', customer, { body: { cartItem: teapot } });
    owner = await shop.customer(OWN);
    expect((await ask('POST carts/mine/items', owner, { body: { cartItem: teapot } })).status).toBe(200);
    expect((await remove(customer, Number(body.item_id))).body.code).toBe('code_required');
    expect((await remove(owner, Number(body.item_id))).body).toBe(true);
  });

  it('does not let a link session change what another link session added', async () => {
    const [customer, other] = [await byLink(), await byLink()];
    const teapot = { sku: 'TEAPOT', qty: 1, quote_id: String(thing.cartId), product_type: 'simple' };
    const { body } = await ask('POST carts/mine/items', customer, { body: { cartItem: teapot } });
    const params = { itemId: Number(body.item_id) };
    expect((await ask('DELETE carts/mine/items/{itemId}', other, { params })).body.code).toBe('code_required');
  });

  it('applies a shipping address set in a link session to that session only', async () => {
    const shippedTo = async ({ token }: Bearer) => {
      const { body } = await shop.send('GET carts/mine', { token });
      return body.extension_attributes.shipping_assignments[0]?.shipping.address.street;
    };
    const ownAddress = await shippedTo(owner);
    const customer = await byLink();
    const shipping = touches()['POST carts/mine/shipping-information'];
    expect((await ask('POST carts/mine/shipping-information', customer, shipping)).status).toBe(200);
    expect(await shippedTo(customer)).toEqual(['1 New Street']);
    expect(await shippedTo(owner)).not.toEqual(['1 New Street']);
    const body = {
      billingAddress: home,
      paymentMethod: { method: 'stripe_payments', additional_data: { cc_stripejs_token: thing.savedCard } },
    };
    const pays = () => shop.send('POST carts/mine/payment-information', { token: owner.token, body });
    expect(await pays()).toMatchObject({ status: 400, body: { code: 'address_required' } });
    expect(
      (await shop.send('POST carts/mine/shipping-information', { token: owner.token, ...homeShipping })).status,
    ).toBe(200);
    expect(await shippedTo(owner)).toEqual(ownAddress);
  });

  it('shows a link session only initials and last digits of recipients that it did not enter', async () => {
    const customer = await byLink();
    const seen = async ({ token }: Bearer) => {
      const { orders } = (await shop.send('GET mobiledigital/orders', { token })).body;
      const { data } = (await shop.send('GET mobiledigital/order', { token, query: { order_id: '000000001' } })).body;
      const byId = { gift_card_details_id: String(thing.waitingId) };
      const details = (await shop.send('GET mobiledigital/getgiftcarddetailsbyid', { token, query: byId })).body.data;
      const ofCart = (
        await shop.send('GET mobiledigital/getgiftcarddetailsbycart', {
          token,
          query: { cart_id: String(thing.cartId) },
        })
      ).body;
      return JSON.stringify([orders.map(({ items }) => items), data, details, ofCart]);
    };
    const hidden = await seen(customer);
    for (const name of ['For Mia', 'Tran', '491570156', '/picture-messages/']) expect(hidden).not.toContain(name);
    expect(hidden).toContain('"recipient_name":"M. T.","recipient_mobile":"•••156","masked":true');
    await addCard(shop.send, {
      token: customer.token,
      cartId: thing.cartId,
      card: { ...cardOf25, to: '+61491570157' },
    });
    expect(await seen(customer)).toContain('+61491570157');
    const whole = await seen(await shop.customer(OWN));
    for (const name of ['Mia Tran', '+61491570156', '/picture-messages/']) expect(whole).toContain(name);
    expect(whole).not.toContain('masked');
  });

  it('lets a link session pay with a newly entered card and correct the gift card it bought', async () => {
    await shop.stored.remove('cartGiftCards');
    await shop.stored.change('carts', { state: 'ordered' }, { state: 'open' });
    await shop.stored.change('sessions', ({ createdAt }) => ({ revokedAt: createdAt }), { link: null });
    const customer = await byLink();
    const { detailsIds } = await fillCart(shop.send, customer, [{ ...cardOf25, scheduledAt: '2026-11-09 12:00:00' }]);
    expect((await pay(shop.send, customer, 'pm_card_mastercard')).status).toBe(200);
    const body = { gift_card_details_id: detailsIds[0] ?? 0, recipient_mobile: '0491570158' };
    expect((await ask('POST mobiledigital/correctgiftcardmobile', customer, { body })).body).toMatchObject({
      status: true,
    });
  });

  it('requires no further code from a customer who signed in with a code', async () => {
    const askedCalls: string[] = [];
    const customer = await shop.customer(OWN);
    for (const [name, { outcome, ...input }] of Object.entries(touches())) {
      if (outcome !== 'code_required') continue;
      const { code } = (await ask(name as Guarded, customer, input)).body;
      if (code === 'code_required') askedCalls.push(name);
    }
    expect(askedCalls).toEqual([]);
  });
});
