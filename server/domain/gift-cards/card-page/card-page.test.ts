import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CardShop, openCardShop, wrong } from '#test/support/card-shop.ts';
import { databaseKinds } from '#test/support/database.ts';
import { testShop } from '#test/support/test-catalogue.ts';

const { products, sellers } = testShop;

describe.each(databaseKinds())('the page of a card whose product has changed (%s)', (kind) => {
  let shop: CardShop;
  let secret: string;
  beforeEach(async () => {
    shop = await openCardShop(kind);
    await shop.buy();
    await shop.deliver();
    secret = await shop.secretOn(wrong);
  });
  afterEach(() => shop.close());

  const page = async () => (await shop.send('GET mobiledigital/card', { query: { secret } })).body;

  test('is as it was when the product is switched off, or has no variant left to be sold', async () => {
    const before = await page();
    expect(before).toMatchObject({
      status: true,
      data: { product_name: 'Gift card', seller: { name: 'Teapots & Co' } },
    });
    await shop.query(`update products set visibility = 'off', lowest_cents = null where id = ${products.card}`);
    expect(await page()).toEqual(before);
  });

  test('names the seller who sold it, also when the product is another one’s by now', async () => {
    const before = await page();
    await shop.query(`update products set seller_id = ${sellers.prints} where id = ${products.card}`);
    expect(await page()).toEqual(before);
  });
});
