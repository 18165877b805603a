import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardOf25, fillCart, pay, signIn, type TestCustomer } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { countSent } from '#test/support/round-trips.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { testShop } from '#test/support/test-catalogue.ts';

/**
 * Statements and round trips of calls that customers wait for: the same on every machine. A change that needs fewer
 * lowers the number, one that needs more says why. The sandbox keeps its payments in the same database: 14 statements
 * and round trips of an order are the provider's.
 */
describe.runIf(databaseKinds().includes('postgres'))('what a call costs in PostgreSQL', () => {
  let shop: TestShop;
  let customer: TestCustomer;
  let cart = 0;
  beforeAll(async () => {
    shop = await openTestShop('postgres');
    customer = await signIn(shop.send, shop.phone, '+61412345678');
    cart = (await shop.send('POST carts/mine', { token: customer.token })).body as unknown as number;
    // Heartbeats would be counted: it is said that sessions are known, once.
    shop.context.changes.sessions.isCurrent = () => true;
    await shop.send('GET carts/mine', { token: customer.token });
  });
  afterAll(() => shop.close());

  /** What goes out side by side does so by connections that are there. */
  const openAll = () => Promise.all(Array.from({ length: 10 }, () => shop.context.database.query('select 1')));
  const costOf = async (work: () => Promise<{ status: number }>): Promise<{ statements: number; trips: number }> => {
    await openAll();
    let status = 0;
    const { statements, roundTrips } = await countSent(async () => {
      ({ status } = await work());
    });
    expect(status).toBe(200);
    return { statements: statements.length, trips: roundTrips };
  };
  const add = () =>
    shop.send('POST carts/mine/items', {
      token: customer.token,
      key: crypto.randomUUID(),
      body: { cartItem: { sku: 'TEAPOT', qty: 1, quote_id: cart } },
    });

  test('a product is put into the cart', async () => {
    expect(await costOf(add)).toEqual({ statements: 10, trips: 3 });
  });

  test('the cart is read', async () => {
    expect(await costOf(() => shop.send('GET carts/mine', { token: customer.token }))).toEqual({
      statements: 3,
      trips: 2,
    });
  });

  test('an order of one gift card is placed, paid with a saved card', async () => {
    await shop.send('POST mobiledigital/clearcart', { token: customer.token });
    await fillCart(shop.send, customer, [cardOf25]);
    await pay(shop.send, customer, 'pm_card_visa:visa:4242');
    await fillCart(shop.send, customer, [cardOf25]);
    expect(await costOf(() => pay(shop.send, customer, 'pm_card_visa:visa:4242'))).toEqual({
      statements: 62,
      trips: 32,
    });
  });

  test.each([
    ['a list', 'mobiledigital/browseProducts?page=1', { statements: 1, trips: 1 }],
    ['a product', `mobiledigital/product?product_id=${testShop.products.teapot}`, { statements: 2, trips: 1 }],
  ])('%s that is not kept', async (_what, path, cost) => {
    const read = async () => ({ status: (await shop.app.inject({ url: `/rest/default/V1/${path}` })).statusCode });
    expect(await costOf(read)).toEqual(cost);
  });
});
