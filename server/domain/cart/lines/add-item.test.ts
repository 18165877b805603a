import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SKU_LIMIT } from '#contract/rules/limits.ts';
import { registerCart } from '#server/api/shop/orders/cart-routes.ts';
import { createSignedInCustomer, openTestApp, type SignedInCustomer, type TestApp } from '#test/support/app.ts';
import { card25, card50, choices, createCartClient, redSmallShirt } from '#test/support/cart.ts';
import { databaseKinds } from '#test/support/database.ts';
import { testShop } from '#test/support/test-catalogue.ts';

const { options } = testShop;

describe.each(databaseKinds())('the cart on %s', (kind) => {
  let shop: TestApp;
  let customer: SignedInCustomer;
  let cart: ReturnType<typeof createCartClient>;
  beforeAll(async () => {
    shop = await openTestApp(kind, { register: registerCart });
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    customer = await createSignedInCustomer(shop.context);
    cart = createCartClient(shop, customer);
  });

  describe('accepted items', () => {
    beforeEach(() => cart.open());

    it('accepts a sku of the maximum length that imports allow', async () => {
      const rename = async (from: string, to: string) => {
        for (const table of ['products', 'variants'] as const)
          await shop.stored.change(table, { sku: to }, { sku: from });
      };
      const long = 'T'.repeat(SKU_LIMIT);
      await rename('TEAPOT', long);
      expect(await cart.add({ sku: long, qty: 1 })).toMatchObject({ status: 200, body: { sku: long } });
      await rename(long, 'TEAPOT');
    });

    it('adds a simple product and returns its line (CA-17, BC-06)', async () => {
      const { status, body } = await cart.add({ sku: 'TEAPOT', qty: 1, quote_id: '77', product_type: 'simple' });
      expect(status).toBe(200);
      const cartId = (await cart.read()).body.id;
      expect(body).toEqual({
        item_id: expect.any(Number),
        sku: 'TEAPOT',
        qty: 1,
        name: 'Teapot',
        price: 59.95,
        product_type: 'simple',
        quote_id: String(cartId),
      });
    });

    it('adds a configurable product as the variant that the options select (CA-17, BC-21, BC-22)', async () => {
      const { body } = await cart.add({ ...redSmallShirt, product_type: 'configurable' });
      expect(body).toMatchObject({ sku: 'SHIRT-RED-S', name: 'Shirt', price: 45, product_type: 'configurable' });
      expect(body.product_option).toEqual(redSmallShirt.product_option);
    });

    it("adds a variant by the variant's own sku", async () => {
      expect((await cart.add({ sku: 'SHIRT-BLUE-S', qty: 2 })).body).toMatchObject({ sku: 'SHIRT-BLUE-S', qty: 2 });
    });

    it('merges additions of the same variant into one line', async () => {
      const first = (await cart.add({ sku: 'MUG', qty: 1 })).body.item_id;
      expect((await cart.add({ sku: 'MUG', qty: '2' })).body).toMatchObject({ item_id: first, qty: 3 });
      await cart.add(redSmallShirt);
      await cart.add({ sku: 'SHIRT-RED-S', qty: 1 });
      expect(await cart.held()).toEqual([
        ['MUG', 3],
        ['SHIRT-RED-S', 2],
      ]);
    });

    it('adds each gift card as its own line with quantity 1 (BC-07, BC-23, ST-093)', async () => {
      const first = await cart.add(card25);
      const second = await cart.add(card25);
      expect(first.body).toMatchObject({ sku: 'CARD-25', qty: 1, price: 25 });
      expect(second.body.item_id).not.toBe(first.body.item_id);
      const refused = { status: 400, body: { parameters: { fieldName: 'qty', value: 2 } } };
      expect(await cart.add({ ...card25, qty: 2 })).toMatchObject(refused);
      expect(await cart.add({ ...card25, qty: 2, item_id: first.body.item_id })).toMatchObject(refused);
      expect(await cart.held()).toEqual([
        ['CARD-25', 1],
        ['CARD-25', 1],
      ]);
    });

    it('sets an existing line to a new quantity when its item_id is sent (ST-067)', async () => {
      const line = (await cart.add({ sku: 'MUG', qty: 5 })).body.item_id;
      const changed = await cart.add({ sku: 'MUG', qty: 2, item_id: line });
      expect(changed).toMatchObject({ status: 200, body: { item_id: line, qty: 2, sku: 'MUG' } });
      expect(await cart.held()).toEqual([['MUG', 2]]);
    });
  });

  describe('rejected items', () => {
    beforeEach(() => cart.open());

    it('rejects an unknown sku', async () => {
      expect(await cart.add({ sku: 'NOTHING', qty: 1 })).toEqual({
        status: 404,
        body: {
          code: 'unknown_sku',
          message: "The product that was requested doesn't exist. Verify the product and try again.",
        },
      });
    });

    it.each([
      ['no options', undefined],
      ['only one of two options', choices(['93', options.red])],
      ['a combination that does not exist', choices(['93', options.blue], ['141', options.large])],
      ['a value of another attribute', choices(['93', options.small], ['141', options.small])],
      ['a value of another product', choices(['93', options.red], ['141', options.price25])],
    ])('rejects a configurable product with %s', async (_, product_option) => {
      expect(await cart.add({ sku: 'SHIRT', qty: 1, product_option })).toEqual({
        status: 400,
        body: { code: 'options_needed', message: 'You need to choose options for your item.' },
      });
    });

    it('rejects a sold-out product with the message clients expect (ER-14)', async () => {
      const soldOut = {
        status: 400,
        body: { code: 'not_available', message: 'Product that you are trying to add is not available.' },
      };
      expect(await cart.add({ sku: 'JUG', qty: 1 })).toEqual(soldOut);
      const redLarge = choices(['93', options.red], ['141', options.large]);
      expect(await cart.add({ sku: 'SHIRT', qty: 1, product_option: redLarge })).toEqual(soldOut);
    });

    it('rejects a quantity above the stock, counting units already in the cart (ER-15)', async () => {
      const tooMuch = {
        status: 400,
        body: { code: 'qty_not_available', message: 'The requested qty is not available' },
      };
      expect(await cart.add({ sku: 'TEAPOT', qty: 4 })).toEqual(tooMuch);
      const line = (await cart.add({ sku: 'TEAPOT', qty: 2 })).body.item_id;
      expect(await cart.add({ sku: 'TEAPOT', qty: 2 })).toEqual(tooMuch);
      expect(await cart.add({ sku: 'TEAPOT', qty: 4, item_id: line })).toEqual(tooMuch);
      expect((await cart.add({ sku: 'TEAPOT', qty: 3, item_id: line })).status).toBe(200);
      await cart.add(card50);
      await cart.add(card50);
      expect(await cart.add(card50)).toEqual(tooMuch);
      expect(await cart.held()).toEqual([
        ['TEAPOT', 3],
        ['CARD-50', 1],
        ['CARD-50', 1],
      ]);
    });

    it('never exceeds the stock when many calls add items concurrently (ER-15)', async () => {
      const answers = await Promise.all(Array.from({ length: 12 }, () => cart.add({ sku: 'TEAPOT', qty: 1 })));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
      const cards = await Promise.all(Array.from({ length: 8 }, () => cart.add(card50)));
      expect(cards.filter(({ status }) => status === 200)).toHaveLength(2);
      expect(await cart.held()).toEqual([
        ['TEAPOT', 3],
        ['CARD-50', 1],
        ['CARD-50', 1],
      ]);
    });

    it('rejects more than 10,000 items in a line, whichever call adds them', async () => {
      await shop.stored.change('variants', { qty: 50_000 }, { sku: 'SHIRT-BLUE-S' });
      const full = { status: 400, body: { code: 'qty_not_available' } };
      expect(await cart.add({ sku: 'SHIRT-BLUE-S', qty: 10_001 })).toMatchObject(full);
      const line = (await cart.add({ sku: 'SHIRT-BLUE-S', qty: 10_000 })).body.item_id;
      expect(await cart.add({ sku: 'SHIRT-BLUE-S', qty: 1 })).toMatchObject(full);
      expect(await cart.add({ sku: 'SHIRT-BLUE-S', qty: 10_001, item_id: line })).toMatchObject(full);
      const body = { cartItem: { qty: 10_001 } };
      expect(await shop.call('PUT', `carts/mine/items/${line}`, { token: customer.token, body })).toMatchObject(full);
      expect(await cart.held()).toEqual([['SHIRT-BLUE-S', 10_000]]);
    });

    it.each([0, -1, 1.5, '1.5', 'two', ''])('rejects the quantity %o', async (qty) => {
      expect(await cart.add({ sku: 'MUG', qty })).toEqual({
        status: 400,
        body: {
          code: 'invalid_value',
          message: 'Invalid value of "%value" provided for the %fieldName field.',
          parameters: { fieldName: 'qty', value: qty },
        },
      });
      expect(await cart.held()).toEqual([]);
    });

    it('rejects a request body without an item', async () => {
      const answer = await shop.call('POST', 'carts/mine/items', { token: customer.token, body: {} });
      expect(answer).toMatchObject({ status: 400, body: { parameters: { fieldName: 'cartItem' } } });
    });
  });
});
