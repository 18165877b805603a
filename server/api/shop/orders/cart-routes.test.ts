import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSignedInCustomer, openTestApp, type SignedInCustomer, type TestApp } from '#test/support/app.ts';
import { card25, createCartClient, redSmallShirt } from '#test/support/cart.ts';
import { home } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { storedRows } from '#test/support/stored.ts';
import { testShop } from '#test/support/test-catalogue.ts';
import { registerCart } from './cart-routes.ts';

const { options } = testShop;

describe.each(databaseKinds())('cart on %s', (kind) => {
  let shop: TestApp;
  let customer: SignedInCustomer;
  let cart: ReturnType<typeof createCartClient>;
  let otherCart: ReturnType<typeof createCartClient>;
  beforeAll(async () => {
    shop = await openTestApp(kind, { register: registerCart });
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    customer = await createSignedInCustomer(shop.context);
    cart = createCartClient(shop, customer);
    otherCart = createCartClient(shop, await createSignedInCustomer(shop.context));
  });

  it.each([
    ['POST', 'carts/mine'],
    ['GET', 'carts/mine'],
    ['POST', 'mobiledigital/clearcart'],
    ['POST', 'carts/mine/items'],
    ['DELETE', 'carts/mine/items/1'],
    ['GET', 'mobiledigital/cartproducts'],
  ] as const)('rejects %s %s without a bearer token [RO-09]', async (method, path) => {
    const { status, body } = await shop.call(method, path);
    expect(status).toBe(401);
    expect(body).toEqual({
      code: 'not_authorised',
      message: "The consumer isn't authorized to access %resources.",
      parameters: { resources: 'self' },
    });
    expect((await shop.call(method, path, { token: 'x'.repeat(32) })).status).toBe(401);
  });

  describe('cart lifecycle', () => {
    it('creates one cart per customer and returns the same cart for any store code [CA-15]', async () => {
      const id = await cart.open();
      expect(id).toBeGreaterThan(0);
      expect(await shop.call('POST', 'carts/mine', { token: customer.token, store: 'au' })).toEqual({
        status: 200,
        body: id,
      });
      expect(await otherCart.open()).not.toBe(id);
    });

    it('creates only one cart for simultaneous requests [CA-15]', async () => {
      const ids = await Promise.all(Array.from({ length: 20 }, () => cart.open()));
      expect(new Set(ids).size).toBe(1);
      expect(await shop.stored.one('carts', { customerId: customer.customerId })).toMatchObject({ id: ids[0] });
    });

    it('returns the customer, addresses and lines of a cart [CA-14, EN-01, EN-02]', async () => {
      const id = await cart.open();
      await cart.add({ sku: 'MUG', qty: 2 });
      const { body } = await cart.read();
      expect(body).toMatchObject({
        id,
        is_active: true,
        is_virtual: false,
        items_count: 1,
        items_qty: 2,
        customer_is_guest: false,
      });
      expect(body.customer).toMatchObject({ id: customer.customerId, addresses: [{ id: customer.addressId }] });
      const address = {
        ...home,
        customer_address_id: customer.addressId,
        customer_id: customer.customerId,
        email: body.customer.email,
        save_in_address_book: 0,
      };
      expect(body.billing_address).toEqual(address);
      expect(body.extension_attributes.shipping_assignments[0].shipping.address).toEqual(address);
    });

    it('returns blank addresses with the same keys as saved ones if the customer has saved none [EN-02]', async () => {
      await cart.open();
      const withAddress = (await cart.read()).body.billing_address;
      await shop.stored.change('customers', { defaultBillingId: null }, { id: customer.customerId });
      const { billing_address } = (await cart.read()).body;
      expect(Object.keys(billing_address).toSorted()).toEqual(Object.keys(withAddress).toSorted());
      expect(billing_address).toMatchObject({
        firstname: '',
        street: [],
        country_id: 'AU',
        customer_id: customer.customerId,
      });
    });

    it('returns 404 if the customer has no cart yet [ER-16]', async () => {
      const { status, body } = await cart.read();
      expect(status).toBe(404);
      expect(body).toEqual({
        code: 'no_such_entity',
        message: 'No such entity with %fieldName = %fieldValue',
        parameters: { fieldName: 'customerId', fieldValue: customer.customerId },
      });
      const missing = {
        status: 404,
        body: { code: 'no_active_cart', message: 'Current customer does not have an active cart.' },
      };
      expect(await cart.clear()).toEqual(missing);
      expect(await cart.add({ sku: 'MUG', qty: 1 })).toEqual(missing);
      expect(await cart.add({ sku: 'MUG', qty: 1, item_id: 1 })).toEqual(missing);
      expect(await cart.remove(1)).toEqual(missing);
    });

    it('rejects writes to an ordered cart, and opens a new cart for the customer', async () => {
      const id = await cart.open();
      const line = (await cart.add({ sku: 'MUG', qty: 1 })).body.item_id;
      await shop.stored.change('carts', { state: 'ordered' }, { id });
      expect((await cart.add({ sku: 'MUG', qty: 1 })).status).toBe(404);
      expect((await cart.remove(line)).status).toBe(404);
      expect(await cart.open()).not.toBe(id);
      expect((await cart.remove(line)).body).toMatchObject({
        code: 'line_not_in_cart',
        message: "The %1 Cart doesn't contain the %2 item.",
      });
      expect((await cart.add({ sku: 'MUG', qty: 9, item_id: line })).status).toBe(404);
      expect(await shop.stored.one('cartLines', { id: line })).toMatchObject({ qty: 1 });
    });

    it('rejects cart writes that were waiting while the cart was ordered', async () => {
      const id = await cart.open();
      const line = (await cart.add({ sku: 'MUG', qty: 1 })).body.item_id;
      const placed = Promise.withResolvers<void>();
      const locked = Promise.withResolvers<void>();
      const ordering = shop.database.transaction(async (tx) => {
        await storedRows({ orm: tx }).change('carts', { state: 'ordered' }, { id });
        locked.resolve();
        await placed.promise;
      });
      await locked.promise;
      const late = [cart.add({ sku: 'MUG', qty: 1 }), cart.remove(line), cart.clear()];
      await sleep(150);
      placed.resolve();
      await ordering;
      expect((await Promise.all(late)).map(({ status }) => status)).toEqual([404, 404, 404]);
      expect(await shop.stored.one('cartLines', { cartId: id })).toMatchObject({ qty: 1 });
    });
  });

  describe('removing cart lines', () => {
    beforeEach(() => cart.open());

    it('removes one cart line and keeps the others [CA-18]', async () => {
      const mug = (await cart.add({ sku: 'MUG', qty: 1 })).body.item_id;
      await cart.add(card25);
      expect(await cart.remove(mug)).toEqual({ status: 200, body: true });
      expect(await cart.held()).toEqual([['CARD-25', 1]]);
      expect((await cart.remove(mug)).status).toBe(404);
    });

    it('removes all lines of the cart [CA-16]', async () => {
      await cart.add({ sku: 'MUG', qty: 1 });
      await cart.add(card25);
      const id = (await cart.read()).body.id;
      const answer = await cart.clear();
      expect(answer).toEqual({ status: 200, body: { status: true } });
      expect((await cart.read()).body).toMatchObject({ id, items: [], items_count: 0, items_qty: 0 });
    });

    it('treats the cart lines of another customer as nonexistent', async () => {
      const line = (await cart.add({ sku: 'MUG', qty: 1 })).body.item_id;
      const cartId = await otherCart.open();
      const foreign = {
        status: 404,
        body: {
          code: 'line_not_in_cart',
          message: "The %1 Cart doesn't contain the %2 item.",
          parameters: [String(cartId), String(line)],
        },
      };
      expect(await otherCart.remove(line)).toEqual(foreign);
      expect(await otherCart.add({ sku: 'MUG', qty: 5, item_id: line })).toEqual(foreign);
      const ownCartId = (await cart.read()).body.id;
      await otherCart.add({ sku: 'MUG', qty: 1, quote_id: ownCartId });
      await otherCart.clear({ cart_id: ownCartId });
      expect(await cart.held()).toEqual([['MUG', 1]]);
    });
  });

  describe('cart as products', () => {
    it('returns the cart id, and the id, quantity and seller picture of each line [CA-19, EN-03, EN-04]', async () => {
      const id = await cart.open();
      const shirt = (await cart.add({ ...redSmallShirt, qty: 2 })).body.item_id;
      const { body } = await cart.products();
      expect(body).toMatchObject({ status: true, data: { id } });
      expect(body.data.items).toHaveLength(1);
      expect(body.data.items[0]).toMatchObject({
        id: shirt,
        qty: 2,
        product_seller_image: '/media/logo/640.jpg?v=logo-1',
      });
    });

    it('returns each product with its cart line and chosen options [EN-18]', async () => {
      await cart.open();
      const shirt = (await cart.add({ ...redSmallShirt, qty: 2 })).body.item_id;
      await cart.add(card25);
      const { items } = (await cart.products()).body.data;
      expect(items[0]).toMatchObject({
        item_id: shirt,
        product: {
          id: testShop.products.shirt,
          sku: 'SHIRT',
          variant_sku: 'SHIRT-RED-S',
          price: 45,
          qty: 5,
          is_giftcard: false,
        },
      });
      expect(items[1].product.options).toEqual([
        {
          attribute_code: 'gift_card_price',
          value_index: options.price25,
          super_attribute_label: 'Gift Card Price',
          option_title: '$25',
        },
      ]);
    });

    it('returns no items if there is no cart or the cart has no lines [CA-19]', async () => {
      expect((await cart.products()).body).toEqual({ status: true, data: { items: [] } });
      const id = await cart.open();
      expect((await cart.products()).body).toEqual({ status: true, data: { id, items: [] } });
    });
  });
});
