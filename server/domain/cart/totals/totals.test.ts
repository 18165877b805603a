import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerCart, registerShipping } from '#server/api/shop/orders/cart-routes.ts';
import { createSignedInCustomer, openTestApp, type SignedInCustomer, type TestApp } from '#test/support/app.ts';
import { card25, createCartClient, redSmallShirt } from '#test/support/cart.ts';
import { databaseKinds } from '#test/support/database.ts';
import { calculateTotals } from './totals.ts';

describe.each(databaseKinds())('cart totals on %s', (kind) => {
  let shop: TestApp;
  let customer: SignedInCustomer;
  let cart: ReturnType<typeof createCartClient>;
  beforeAll(async () => {
    shop = await openTestApp(kind, {
      register(app, context) {
        registerCart(app, context);
        registerShipping(app, context);
      },
    });
    customer = await createSignedInCustomer(shop.context);
    cart = createCartClient(shop, customer);
    await cart.open();
    await cart.add({ sku: 'TEAPOT', qty: 2 });
    await cart.add({ ...card25, price: 1 });
  });
  afterAll(() => shop.close());
  const get = async (path: string) => (await shop.call('GET', path, { token: customer.token })).body;

  it('includes GST for goods and shipping, but none for gift cards', async () => {
    const totals = await get('carts/mine/totals');
    expect(totals).toMatchObject({
      subtotal: 134,
      subtotal_incl_tax: 144.9,
      shipping_amount: 0,
      tax_amount: 10.9,
      grand_total: 144.9,
      base_currency_code: 'AUD',
      quote_currency_code: 'AUD',
    });
    expect(totals.items).toMatchObject([
      { price: 54.5, price_incl_tax: 59.95, row_total_incl_tax: 119.9, tax_amount: 10.9, tax_percent: 10, qty: 2 },
      {
        price: 25,
        price_incl_tax: 25,
        tax_amount: 0,
        tax_percent: 0,
        options: '[{"value":"$25","label":"Gift Card Price"}]',
      },
    ]);
    expect(totals.total_segments).toEqual([
      { code: 'subtotal', title: 'Subtotal', value: 134 },
      { code: 'shipping', title: 'Shipping (Flat rate)', value: 0 },
      { code: 'tax', title: 'GST', value: 10.9 },
      { code: 'grand_total', title: 'Grand Total', value: 144.9 },
    ]);
  });

  it('returns lines, totals, shipping methods and payment methods in separate calls', async () => {
    const items = await get('carts/mine/items');
    expect(items).toEqual((await get('carts/mine')).items);
    expect(await get('carts/mine/payment-information')).toEqual({
      payment_methods: [{ code: 'stripe_payments', title: 'Card' }],
      totals: await get('carts/mine/totals'),
    });
    expect(await get('carts/mine/shipping-methods')).toMatchObject([{ carrier_code: 'flatrate', amount: 0 }]);
  });

  it("sets a line's quantity with PUT, which is idempotent", async () => {
    const [teapot, card] = await get('carts/mine/items');
    const put = (id: number, cartItem: object) =>
      shop.call('PUT', `carts/mine/items/${id}`, { token: customer.token, body: { cartItem } });
    for (const qty of [3, '3', 3]) {
      expect(await put(teapot.item_id, { qty, sku: 'MUG', price: 0 })).toMatchObject({
        status: 200,
        body: { item_id: teapot.item_id, sku: 'TEAPOT', qty: 3, price: 59.95 },
      });
    }
    expect((await put(teapot.item_id, { qty: 4 })).body).toEqual({
      code: 'qty_not_available',
      message: 'The requested qty is not available',
    });
    expect((await put(teapot.item_id, { qty: 0 })).body).toEqual({
      code: 'invalid_value',
      message: 'Invalid value of "%value" provided for the %fieldName field.',
      parameters: { fieldName: 'qty', value: 0 },
    });
    expect((await put(card.item_id, { qty: 2 })).status).toBe(400);
    const otherCustomer = await createSignedInCustomer(shop.context);
    const otherCartClient = createCartClient(shop, otherCustomer);
    const theirCart = await otherCartClient.open();
    await otherCartClient.add({ ...redSmallShirt });
    const answer = await shop.call('PUT', `carts/mine/items/${teapot.item_id}`, {
      token: otherCustomer.token,
      body: { cartItem: { qty: 1 } },
    });
    expect(answer).toEqual({
      status: 404,
      body: {
        code: 'line_not_in_cart',
        message: "The %1 Cart doesn't contain the %2 item.",
        parameters: [String(theirCart), String(teapot.item_id)],
      },
    });
    expect(await cart.held()).toEqual([
      ['TEAPOT', 3],
      ['CARD-25', 1],
    ]);
  });

  it('rejects every totals call if there is no cart', async () => {
    const { token } = await createSignedInCustomer(shop.context);
    for (const path of ['items', 'totals', 'payment-information', 'shipping-methods']) {
      expect(await shop.call('GET', `carts/mine/${path}`, { token })).toEqual({
        status: 404,
        body: { code: 'no_active_cart', message: 'Current customer does not have an active cart.' },
      });
    }
  });

  it('offers no shipping methods without an address', async () => {
    const wanderer = await createSignedInCustomer(shop.context);
    await createCartClient(shop, wanderer).open();
    await shop.stored.change('customers', { defaultShippingId: null }, { id: wanderer.customerId });
    expect(await shop.call('GET', 'carts/mine/shipping-methods', { token: wanderer.token })).toEqual({
      status: 400,
      body: { code: 'address_required', message: 'The shipping address is missing. Set the address and try again.' },
    });
  });
});

const teapot = {
  lineId: 1,
  name: 'Teapot',
  options: [],
  sellerId: 1,
  priceCents: 1_100,
  qty: 1,
  isGiftcard: false,
  isGstFree: false,
  isGstRegistered: true,
};
const noDelivery = { amountCents: 0, gstCents: 0, carrierTitle: 'Flat rate' };

it('charges no GST on GST-free goods or on goods of unregistered sellers', () => {
  const lines = [teapot, { ...teapot, isGstFree: true }, { ...teapot, sellerId: 2, isGstRegistered: false }];
  const totals = calculateTotals(lines, { ...noDelivery, giftCardCents: 0 });
  expect(totals).toMatchObject({ tax_amount: 1, subtotal: 32, subtotal_incl_tax: 33, grand_total: 33 });
  expect(totals.items.map((item) => [item.price, item.tax_amount, item.tax_percent])).toEqual([
    [10, 1, 10],
    [11, 0, 0],
    [11, 0, 0],
  ]);
});

it('rounds GST once per line, not per piece', () => {
  const computeTax = (priceCents: number, qty: number) => {
    const totals = calculateTotals([{ ...teapot, priceCents, qty }], { ...noDelivery, giftCardCents: 0 });
    return [totals.tax_amount, totals.items[0]?.tax_amount];
  };
  expect(computeTax(105, 3)).toEqual([0.29, 0.29]);
  expect(computeTax(105, 1)).toEqual([0.1, 0.1]);
  expect(computeTax(104, 3)).toEqual([0.28, 0.28]);
});

it('returns parts that add up exactly to the totals, for any cart', () => {
  const line = fc.record({
    priceCents: fc.integer({ min: 1, max: 500_000 }),
    qty: fc.integer({ min: 1, max: 50 }),
    isGiftcard: fc.boolean(),
    isGstFree: fc.boolean(),
    isGstRegistered: fc.boolean(),
  });
  const cents = (dollars: number) => Math.round(dollars * 100);
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), fc.nat(5_000), fc.nat(100), (lines, amountCents, giftCardCents) => {
      const totals = calculateTotals(
        lines.map((cartLine, index) => ({ ...cartLine, lineId: index, sellerId: 1, name: 'x', options: [] })),
        { amountCents, gstCents: Math.floor(amountCents / 11), carrierTitle: 'Flat rate', giftCardCents },
      );
      expect(cents(totals.grand_total)).toBe(
        cents(totals.subtotal) + cents(totals.shipping_amount) + cents(totals.tax_amount) - giftCardCents,
      );
      const segments = totals.total_segments.filter(({ code }) => code !== 'grand_total');
      expect(segments.reduce((sum, { value }) => sum + cents(value), 0)).toBe(cents(totals.grand_total));
      const rowTax = totals.items.reduce((sum, item) => sum + cents(item.tax_amount), 0);
      expect(cents(totals.tax_amount)).toBe(rowTax + cents(totals.shipping_tax_amount));
      expect(cents(totals.subtotal_incl_tax)).toBe(cents(totals.subtotal) + rowTax);
    }),
  );
});
