import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RECIPIENT } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCards } from '#test/support/given-cards.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { testShop } from '#test/support/test-catalogue.ts';

const { products, sellers } = testShop;

describe.each(databaseKinds())('the page of a card whose product has changed (%s)', (kind) => {
  let shop: TestShop;
  let secret: string;
  beforeEach(async () => {
    shop = await openTestShop(kind);
    await giveCards(shop, await shop.customer());
    secret = await shop.secretOn(RECIPIENT);
  });
  afterEach(() => shop.close());

  const page = async () => (await shop.cardPage(secret)).body;

  it('is as it was when the product is switched off, or has no variant left to be sold', async () => {
    const before = await page();
    expect(before).toMatchObject({
      status: true,
      data: { product_name: 'Gift card', seller: { name: 'Teapots & Co' } },
    });
    await shop.stored.change('products', { visibility: 'off', lowestCents: null }, { id: products.card });
    expect(await page()).toEqual(before);
  });

  it('names the seller who sold it, also when the product is another one’s by now', async () => {
    const before = await page();
    await shop.stored.change('products', { sellerId: sellers.prints }, { id: products.card });
    expect(await page()).toEqual(before);
  });
});
