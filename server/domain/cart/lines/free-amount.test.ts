import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { registerCart } from '#server/api/shop/orders/cart-routes.ts';
import { createSignedInCustomer, openTestApp, type TestApp } from '#test/support/app.ts';
import { choices, createCartClient } from '#test/support/cart.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openPriceOfCard, testShop } from '#test/support/test-catalogue.ts';

const range = 'Please enter a whole dollar amount from $10 to $500';
const outOfRange = { code: 'amount_out_of_range', message: range, parameters: ['$10', '$500'] };
const notChosen = 'The amount of this product cannot be chosen';

describe.each(databaseKinds())('a customer-chosen amount on %s', (kind) => {
  let shop: TestApp;
  let cart: ReturnType<typeof createCartClient>;
  let open: { sku: string; optionValue: number };
  beforeAll(async () => {
    shop = await openTestApp(kind, { register: registerCart });
    open = await openPriceOfCard(shop.database);
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    cart = createCartClient(shop, await createSignedInCustomer(shop.context));
    await cart.open();
  });

  const withAmount = (option: object, custom_giftcard_amount?: unknown) => ({
    extension_attributes: {
      ...(option as { extension_attributes: object }).extension_attributes,
      ...(custom_giftcard_amount === undefined ? {} : { giftcard_item_option: { custom_giftcard_amount } }),
    },
  });
  const ownAmount = (amount?: unknown) => ({
    sku: 'CARD',
    qty: 1,
    product_type: 'configurable',
    product_option: withAmount(choices(['216', open.optionValue]), amount),
  });

  it.each([
    [37, 37],
    ['42', 42],
    [10, 10],
    ['500.00', 500],
  ])('uses the chosen amount %s as the price of the line, of its option and of the cart', async (amount, dollars) => {
    const { status, body } = await cart.add(ownAmount(amount));
    expect(status).toBe(200);
    expect(body).toMatchObject({ sku: open.sku, qty: 1, price: dollars });
    expect(body.product_option.extension_attributes.giftcard_item_option).toEqual({ custom_giftcard_amount: dollars });
    const [line] = (await cart.products()).body.data.items;
    expect(line.product).toMatchObject({ price: dollars, variant_sku: open.sku });
    expect(line.product.options).toMatchObject([{ attribute_code: 'gift_card_price', option_title: `$${dollars}` }]);
    expect((await cart.read()).body.items[0]).toEqual(body);
  });

  it.each([undefined, null, 0, 9, 501, -50, '-50', 37.5, '37.50', 1e9, '1e2', '', 'ten', '0x32', '5 0'])(
    'rejects the chosen amount %s with the limits in the message, and adds nothing',
    async (amount) => {
      const { status, body } = await cart.add(ownAmount(amount));
      expect(status).toBe(400);
      if (amount !== null) expect(body).toEqual(outOfRange);
      expect(await cart.held()).toEqual([]);
    },
  );

  it('requires an amount even when the open-price variant is added by its sku', async () => {
    expect(await cart.add({ sku: open.sku, qty: 1 })).toEqual({ status: 400, body: outOfRange });
    expect((await cart.add({ sku: open.sku, qty: 1, product_option: withAmount({}, 1) })).body).toEqual(outOfRange);
    expect((await cart.add({ ...ownAmount(37), qty: 2 })).status).toBe(400);
    expect(await cart.held()).toEqual([]);
  });

  it('rejects a chosen amount for fixed-price gift cards and for other products', async () => {
    const fixed = { ...ownAmount(), product_option: withAmount(choices(['216', testShop.options.price50]), 1) };
    const shirt = {
      sku: 'SHIRT',
      qty: 1,
      product_option: withAmount(choices(['93', testShop.options.red], ['141', testShop.options.small]), 1),
    };
    const mug = { sku: 'MUG', qty: 1, product_option: withAmount({}, 1) };
    for (const item of [fixed, shirt, mug])
      expect(await cart.add(item)).toEqual({ status: 400, body: { code: 'amount_not_offered', message: notChosen } });
    expect(await cart.held()).toEqual([]);
  });

  it("keeps each gift card's amount when its line is updated", async () => {
    const first = (await cart.add(ownAmount(20))).body;
    expect((await cart.add(ownAmount(30))).body.item_id).not.toBe(first.item_id);
    const updated = await cart.add({ ...ownAmount(400), item_id: first.item_id });
    expect(updated.body).toMatchObject({ item_id: first.item_id, price: 20 });
    expect((await cart.read()).body.items.map(({ price }: { price: number }) => price)).toEqual([20, 30]);
  });

  it('counts gift cards with chosen amounts against the stock of the open-price variant', async () => {
    for (const amount of [20, 30, 40]) expect((await cart.add(ownAmount(amount))).status).toBe(200);
    expect((await cart.add(ownAmount(50))).body.message).toBe('The requested qty is not available');
  });

  it('prevents partial dollars, zero amounts and several gift cards per line by database constraints', async () => {
    const { item_id } = (await cart.add(ownAmount(20))).body;
    for (const change of [{ amountCents: 2_050 }, { amountCents: 0 }, { amountCents: -2_000 }, { qty: 2 }])
      await expect(shop.stored.change('cartLines', change, { id: item_id })).rejects.toThrow();
    await expect(shop.stored.change('variants', { maxPriceCents: 900 }, { sku: open.sku })).rejects.toThrow();
    await expect(shop.stored.change('variants', { maxPriceCents: 9_000 }, { sku: 'MUG' })).rejects.toThrow();
  });
});
