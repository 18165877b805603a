import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { registerCart, registerShipping } from '#server/api/shop/orders/cart-routes.ts';
import { createSignedInCustomer, openTestApp, type SignedInCustomer, type TestApp } from '#test/support/app.ts';
import { home } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';

describe.each(databaseKinds())('shipping on %s', (kind) => {
  let shop: TestApp;
  let customer: SignedInCustomer;
  beforeAll(async () => {
    shop = await openTestApp(kind, {
      register(app, context) {
        registerCart(app, context);
        registerShipping(app, context);
      },
    });
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    customer = await createSignedInCustomer(shop.context);
    await post('carts/mine', undefined);
  });

  const post = (path: string, body: unknown) => shop.call('POST', path, { token: customer.token, body });
  const add = (sku: string, qty = 1) => post('carts/mine/items', { cartItem: { sku, qty } });
  const saved = (id: number) =>
    shop.call('GET', `mobiledigital/shippingmethods?addressId=${id}`, { token: customer.token });
  const choose = (changes: object) =>
    shop.call('POST', 'carts/mine/shipping-information', {
      token: customer.token,
      store: 'au',
      body: {
        addressInformation: {
          shipping_address: home,
          billing_address: home,
          shipping_carrier_code: 'flatrate',
          shipping_method_code: 'flatrate',
          extension_attributes: {},
          ...changes,
        },
      },
    });

  it('offers one shipping method that charges the rates of both sellers (CA-20, EN-12, BC-24)', async () => {
    await add('TEAPOT');
    await add('SHIRT-RED-S');
    await add('CARD-25');
    const { status, body } = await saved(customer.addressId);
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        carrier_code: 'flatrate',
        method_code: 'flatrate',
        carrier_title: 'Flat rate',
        method_title: 'Standard delivery',
        amount: 14.95,
        base_amount: 14.95,
        available: true,
        error_message: '',
        price_excl_tax: 13.6,
        price_incl_tax: 14.95,
        extension_attributes: {
          until_free: [{ seller_name: 'Teapots & Co', amount: 40.05 }],
          by_seller: [
            { seller_name: 'Teapots & Co', amount: 9.95 },
            { seller_name: 'Prints', amount: 5 },
          ],
        },
      },
    ]);
  });

  it('charges no shipping for gift cards or an empty cart', async () => {
    expect((await saved(customer.addressId)).body).toMatchObject([{ carrier_code: 'flatrate', amount: 0 }]);
    await add('CARD-25');
    expect((await saved(customer.addressId)).body).toMatchObject([{ carrier_code: 'flatrate', amount: 0 }]);
  });

  it('estimates shipping to a saved address under either name of the address parameter (CA-21)', async () => {
    await add('MUG');
    const path = 'carts/mine/estimate-shipping-methods-by-address-id';
    const amount = [{ amount: 9.95 }];
    const { addressId } = customer;
    expect(await post(path, { addressId, address_id: addressId })).toMatchObject({ status: 200, body: amount });
    expect(await post(path, { address_id: String(addressId) })).toMatchObject({ status: 200, body: amount });
    expect(await post(path, {})).toMatchObject({ status: 400, body: { parameters: { fieldName: 'addressId' } } });
  });

  it("rejects another customer's address as unknown", async () => {
    const { addressId } = await createSignedInCustomer(shop.context);
    const missing = {
      status: 404,
      body: {
        code: 'no_such_entity',
        message: 'No such entity with %fieldName = %fieldValue',
        parameters: { fieldName: 'addressId', fieldValue: addressId },
      },
    };
    expect(await saved(addressId)).toEqual(missing);
    expect(await post('carts/mine/estimate-shipping-methods-by-address-id', { addressId })).toEqual(missing);
  });

  it('estimates shipping to a new address, but only in Australia (CA-22, BC-18)', async () => {
    await add('MUG');
    const path = 'carts/mine/estimate-shipping-methods';
    const address = { ...home, company: '', saveInAddressBook: 1 };
    expect(await post(path, { address })).toMatchObject({ status: 200, body: [{ amount: 9.95 }] });
    expect(await post(path, { address: { ...home, country_id: 'US', region_id: 12 } })).toEqual({
      status: 400,
      body: { code: 'address_abroad', message: 'We deliver to Australian addresses only.' },
    });
  });

  it('stores shipping information on the cart and returns the totals (CA-23, CA-24)', async () => {
    const teapot = (await add('TEAPOT', 1)).body.item_id;
    await add('CARD-25');
    const billing_address = {
      ...home,
      firstname: 'Robin',
      customer_address_id: customer.addressId,
      customer_id: 999_999,
    };
    const { status, body } = await choose({ billing_address });
    expect(status).toBe(200);
    expect(body.payment_methods).toEqual([{ code: 'stripe_payments', title: 'Card' }]);
    expect(body.totals).toMatchObject({
      subtotal_incl_tax: 84.95,
      shipping_incl_tax: 9.95,
      grand_total: 94.9,
      items_qty: 2,
    });
    expect(body.totals.items[0]).toMatchObject({ item_id: teapot, price_incl_tax: 59.95, qty: 1, name: 'Teapot' });
    const cart = (await shop.call('GET', 'carts/mine', { token: customer.token })).body;
    expect(cart.billing_address).toMatchObject({
      firstname: 'Robin',
      customer_id: customer.customerId,
      customer_address_id: customer.addressId,
    });
    expect(cart.extension_attributes.shipping_assignments[0].shipping).toMatchObject({
      method: 'flatrate_flatrate',
      address: { firstname: 'Wren', region: 'New South Wales', region_id: 570 },
    });
  });

  it('uses the shipping address as the default billing address, even for an empty cart (ST-089)', async () => {
    expect((await choose({ billing_address: null })).body.totals).toMatchObject({ grand_total: 0, items: [] });
    const cart = (await shop.call('GET', 'carts/mine', { token: customer.token })).body;
    expect(cart.billing_address).toEqual(cart.extension_attributes.shipping_assignments[0].shipping.address);
  });

  it('removes the address id if the address belongs to another customer', async () => {
    const { addressId } = await createSignedInCustomer(shop.context);
    await choose({ shipping_address: { ...home, customer_address_id: addressId } });
    const cart = (await shop.call('GET', 'carts/mine', { token: customer.token })).body;
    expect(cart.extension_attributes.shipping_assignments[0].shipping.address.customer_address_id).toBe(0);
  });

  it.each([
    [{ shipping_carrier_code: 'ups' }, 'method_unknown', 'Carrier with such method not found: ups, flatrate'],
    [{ shipping_method_code: 'drone' }, 'method_unknown', 'Carrier with such method not found: flatrate, drone'],
    [
      { shipping_address: { ...home, city: '' } },
      'address_required',
      'The shipping address is missing. Set the address and try again.',
    ],
    [
      { shipping_address: { ...home, street: [] } },
      'address_required',
      'The shipping address is missing. Set the address and try again.',
    ],
    [
      { billing_address: { ...home, telephone: '' } },
      'address_required',
      'The shipping address is missing. Set the address and try again.',
    ],
    [
      { billing_address: { ...home, firstname: 'evil', lastname: '.com' } },
      'name_with_link',
      'Please enter the name without links, @ signs or phone numbers',
    ],
    [{ shipping_address: { ...home, country_id: 'NZ' } }, 'address_abroad', 'We deliver to Australian addresses only.'],
  ])('rejects shipping information with %o and returns %s', async (changes, code, message) => {
    const parameters = code === 'method_unknown' ? { parameters: expect.any(Array) } : {};
    expect(await choose(changes)).toEqual({ status: 400, body: { code, message, ...parameters } });
    expect(await shop.stored.one('carts', { customerId: customer.customerId })).toMatchObject({
      shippingAddress: null,
    });
  });

  it('requires a cart and a token for every shipping call', async () => {
    const stranger = await createSignedInCustomer(shop.context);
    const path = `mobiledigital/shippingmethods?addressId=${stranger.addressId}`;
    expect((await shop.call('GET', path, { token: stranger.token })).status).toBe(404);
    expect((await shop.call('GET', path)).status).toBe(401);
    for (const call of [
      'estimate-shipping-methods',
      'estimate-shipping-methods-by-address-id',
      'shipping-information',
    ]) {
      expect((await shop.call('POST', `carts/mine/${call}`, { body: {} })).status).toBe(401);
    }
  });
});
