import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallName } from '#contract/calls.ts';
import { readMagentoRest } from '#test/generators/magento-rest.ts';
import { cardOf25 as card, fillCart, signIn, type TestCustomer } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { callUrl, openTestShop, type TestShop } from '#test/support/shop.ts';
import { testShop } from '#test/support/test-catalogue.ts';

const magento = readMagentoRest();
if (!magento) {
  process.stdout.write('Answers were held against our own contract only: magento-rest.json is not in ../shared.\n');
}

const home = {
  firstname: 'Wren',
  lastname: 'Banks',
  telephone: '+61412345678',
  street: ['12 Fig Street'],
  city: 'Pyrmont',
  region: 'New South Wales',
  regionCode: 'NSW',
  regionId: '570',
  postcode: '2009',
  countryId: 'AU',
  company: null,
  saveInAddressBook: 1,
  customAttributes: [],
};
const shipping_carrier_code = 'flatrate';
const shipping_method_code = 'flatrate';
const address = { shippingAddress: home, billingAddress: home, shipping_carrier_code, shipping_method_code };
describe.each(databaseKinds())('Adobe Commerce calls on %s', (kind) => {
  let shop: TestShop;
  let signedIn: TestCustomer;
  let addressId: number;
  beforeAll(async () => {
    shop = await openTestShop(kind);
    signedIn = await signIn(shop.send, shop.phone, '+61412345678');
    addressId = Number((await shop.send('GET customers/me', { token: signedIn.token })).body.default_shipping);
  });
  afterAll(() => shop.close());

  const call = async (
    name: string,
    options: { params?: object; query?: object; body?: object; token?: string } = {},
  ) => {
    const { method, url } = callUrl(name as CallName, options);
    const { token = signedIn.token, body } = options;
    const answer = await shop.app.inject({
      method: method as 'GET',
      url,
      headers: { authorization: `Bearer ${token}` },
      ...(body ? { payload: body } : {}),
    });
    return { status: answer.statusCode, body: answer.json() };
  };

  it('returns every property that Adobe Commerce requires, with its type [CA-01, CA-36]', async () => {
    await fillCart(shop.send, signedIn, [card]);
    const callAndCheck = async (name: string, options = {}) => {
      const { status, body } = await call(name, options);
      expect({ name, status, violations: magento?.violations(name, body) ?? [] }).toEqual({
        name,
        status: 200,
        violations: [],
      });
      seen.add(name);
      return body;
    };
    const seen = new Set<string>();
    await callAndCheck('POST carts/mine');
    const options = [
      { optionId: '93', optionValue: testShop.options.red },
      { option_id: 141, option_value: String(testShop.options.small) },
    ];
    const productOption = { extensionAttributes: { configurableItemOptions: options } };
    const item = await callAndCheck('POST carts/mine/items', {
      body: { cart_item: { sku: 'SHIRT', qty: 1, productOption } },
    });
    await callAndCheck('PUT carts/mine/items/{itemId}', {
      params: { itemId: item.item_id },
      body: { cartItem: { qty: '2' } },
    });
    await callAndCheck('GET carts/mine/items');
    await callAndCheck('POST carts/mine/estimate-shipping-methods', { body: { address: home } });
    await callAndCheck('POST carts/mine/estimate-shipping-methods-by-address-id', { body: { addressId } });
    await callAndCheck('POST carts/mine/shipping-information', { body: { addressInformation: address } });
    await callAndCheck('GET carts/mine/shipping-methods');
    await callAndCheck('GET carts/mine/totals');
    await callAndCheck('GET carts/mine/payment-information');
    await callAndCheck('GET carts/mine');
    const mug = await callAndCheck('POST carts/mine/items', {
      body: { cartItem: { sku: 'MUG', qty: 1, quote_id: 7 } },
    });
    expect(await callAndCheck('DELETE carts/mine/items/{itemId}', { params: { itemId: mug.item_id } })).toBe(true);
    const paymentMethod = {
      method: 'stripe_payments',
      additionalData: { cc_save: true, cc_stripejs_token: 'pm_card_visa' },
    };
    await callAndCheck('POST carts/mine/payment-information', {
      body: { billing_address: home, payment_method: paymentMethod },
    });
    const customer = await callAndCheck('GET customers/me');
    expect(await callAndCheck('PUT customers/me', { body: { customer } })).toEqual({
      ...customer,
      shop_image: expect.any(String),
    });
    await callAndCheck('POST customers/isEmailAvailable', { body: { customerEmail: customer.email, websiteId: 1 } });
    await callAndCheck('GET directory/countries');
    await callAndCheck('GET directory/countries/{countryId}', { params: { countryId: 'AU' } });
    await callAndCheck('GET products-render-info', { query: { storeId: 1, currencyCode: 'AUD' } });
    expect([...seen].toSorted()).toEqual((magento?.names ?? [...seen]).toSorted());
  });

  it('returns all required properties of a cart whose customer has no saved address [EN-02]', async () => {
    await shop.stored.change('customers', { defaultBillingId: null, defaultShippingId: null });
    await call('POST carts/mine');
    expect(magento?.violations('GET carts/mine', (await call('GET carts/mine')).body) ?? []).toEqual([]);
  });

  it.each([
    ['GET customers/me', { token: 'none' }, 401, { resources: 'self' }],
    [
      'PUT carts/mine/items/{itemId}',
      { params: { itemId: 99_999 }, body: { cartItem: { qty: 1 } } },
      404,
      [expect.any(String), '99999'],
    ],
    ['POST carts/mine/items', { body: { cartItem: { sku: 'NONE', qty: 1 } } }, 404, undefined],
    ['POST carts/mine/items', { body: { cartItem: { sku: 'MUG', qty: 0 } } }, 400, { fieldName: 'qty', value: 0 }],
    ['POST carts/mine/items', { body: {} }, 400, { fieldName: 'cartItem' }],
    ['POST carts/mine/items', { body: { cartItem: {} } }, 400, undefined],
    ['POST carts/mine/items', { body: { cartItem: { sku: 'JUG', qty: 1 } } }, 400, undefined],
    ['POST carts/mine/items', { body: { cartItem: { sku: 'SHIRT', qty: 1 } } }, 400, undefined],
    ['GET directory/countries/{countryId}', { params: { countryId: 'XX' } }, 404, undefined],
    ['GET nothing', {}, 404, undefined],
  ])('rejects invalid input to %s as Adobe Commerce does: %j', async (name, options, status, parameters) => {
    await call('POST carts/mine');
    const answer = await call(name, options);
    expect(answer.status).toBe(status);
    expect(answer.body.parameters).toEqual(parameters);
    expect(answer.body.message).toMatch(/./);
    expect(magento?.errorViolations(answer.body) ?? []).toEqual([]);
  });

  it("returns a country's states with their names, and with ids as text", async () => {
    const { body } = await call('GET directory/countries/{countryId}', { params: { countryId: 'au' } });
    expect(body).toMatchObject({ id: 'AU', three_letter_abbreviation: 'AUS', full_name_english: 'Australia' });
    expect(body.available_regions).toHaveLength(8);
    expect(body.available_regions[1]).toEqual({ id: '570', code: 'NSW', name: 'New South Wales' });
    const all = (await call('GET directory/countries')).body;
    expect(
      all.map((country: { id: string; available_regions: [] }) => [country.id, country.available_regions.length]),
    ).toEqual([
      ['AU', 8],
      ['US', 65],
    ]);
  });
});
