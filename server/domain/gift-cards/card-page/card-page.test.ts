import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RECIPIENT } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCards } from '#test/support/given-cards.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { testShop } from '#test/support/test-catalogue.ts';

const { products, sellers } = testShop;

describe.each(databaseKinds())('card page after the product has changed (%s)', (kind) => {
  let shop: TestShop;
  let secret: string;
  beforeEach(async () => {
    shop = await openTestShop(kind);
    await giveCards(shop, await shop.customer());
    secret = await shop.secretOn(RECIPIENT);
  });
  afterEach(() => shop.close());

  const page = async () => (await shop.cardPage(secret)).body;

  it('keeps the page unchanged when the product is switched off or has no variant left to sell', async () => {
    const before = await page();
    expect(before).toMatchObject({
      status: true,
      data: { product_name: 'Gift card', seller: { name: 'Teapots & Co' } },
    });
    await shop.stored.change('products', { visibility: 'off', lowestCents: null }, { id: products.card });
    expect(await page()).toEqual(before);
  });

  it('still names the original seller when the product moves to another seller', async () => {
    const before = await page();
    await shop.stored.change('products', { sellerId: sellers.prints }, { id: products.card });
    expect(await page()).toEqual(before);
  });
});
