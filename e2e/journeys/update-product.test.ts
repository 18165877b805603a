import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Product } from '#contract/catalogue.ts';
import { answerCall, holdCall, watchCalls } from '../steps/calls.ts';
import { allTiles, isConfigurable, isSimple, productOf, putInCart, someTile } from '../steps/catalogue.ts';
import { ownShop } from '../steps/own-shop.ts';
import { putVariant } from '../steps/put-variant.ts';
import { customerOf, type Session } from '../steps/signed-in.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe('the page of a product in the cart', () => {
  const shop = ownShop();
  /** With one kind of option. */
  let shirt: Product;

  beforeAll(async () => {
    const tiles = (await allTiles(shop.server())).filter(isConfigurable);
    const products = await Promise.all(tiles.map((tile) => productOf(shop.server(), tile)));
    const product = products.find((item) => Object.keys(item.configurable_options).length === 1);
    if (!product) throw new Error('The shop has no such product.');
    shirt = product;
  });

  test('has ‘Update Cart’ and changes a simple product in its line [RT-34, PD-10, ST-067]', async () => {
    const as = await customerOf(shop.server(), '+61412300001');
    const product = await someTile(shop.server(), (tile) => isSimple(tile) && tile.qty > 3);
    await putInCart(shop.server(), as, { sku: product.sku, qty: 1 });
    const [line] = await linesOf(as);
    const page = await shop.open(`/updateproduct/${line?.item_id}`, { as });
    const { names } = watchCalls(page);
    expect(await button(page, 'Update Cart').textContent()).toBe('Update Cart');
    await button(page, 'Quantity: more').click();
    await button(page, 'Update Cart').click();
    await page.waitForURL('**/checkout');
    expect((await linesOf(as)).map(({ item_id, qty }) => ({ item_id, qty }))).toEqual([
      { item_id: line?.item_id, qty: 2 },
    ]);
    expect(names.filter((name) => name.startsWith('DELETE'))).toEqual([]);
  });

  test('swaps the line of a configurable one, fetches the cart and goes to checkout [ST-064, ST-065, ST-066]', async () => {
    const { as, itemId, wanted, choose } = await variantInCart('+61412300002');
    const page = await shop.open(`/updateproduct/${itemId}`, { as });
    await choose(page);
    const { names } = watchCalls(page);
    await button(page, 'Update Cart').click();
    await page.waitForURL('**/checkout');
    const swap = [`DELETE carts/mine/items/${itemId}`, 'POST carts/mine/items', 'GET carts/mine'];
    expect(names.filter((name) => swap.includes(name)).slice(0, 3)).toEqual(swap);
    const lines = await linesOf(as);
    expect(lines.map((line) => [line.product.variant_sku, line.item_id === itemId])).toEqual([[wanted?.sku, false]]);
  });

  test('stays when a change is rejected, and does not change the line twice; not loaded, it can be tried again', async () => {
    const { as, itemId, wanted, choose } = await variantInCart('+61412300003');
    const page = await shop.enter({ as, expected: /ERR_CONNECTION_FAILED|status of 400/ });
    await answerCall(page, 'GET mobiledigital/product', 'nothing');
    await page.goto(`/updateproduct/${itemId}`);
    await page.getByRole('dialog', { name: 'No connection' }).waitFor();
    await page.keyboard.press('Escape');
    await page.unrouteAll();
    await button(page, 'Try again').click();
    await choose(page);
    const rejected = ['first'];
    const reply = { status: 400, body: { code: 'qty_not_available', message: 'The requested qty is not available' } };
    await answerCall(page, 'POST carts/mine/items', reply, () => rejected.pop() !== undefined);
    const release = await holdCall(page, 'POST carts/mine/items');
    const { names } = watchCalls(page);
    await button(page, 'Update Cart').press('Enter');
    await page.getByText('Updating your cart...').waitFor();
    await button(page, 'Update Cart').press('Enter');
    release();
    await page.getByRole('dialog', { name: 'Qty not Available' }).getByRole('button', { name: 'OK' }).click();
    expect(names.filter((name) => name.startsWith('DELETE'))).toEqual([`DELETE carts/mine/items/${itemId}`]);
    await button(page, 'Update Cart').click();
    await page.waitForURL('**/checkout');
    expect((await linesOf(as)).map(({ product, qty }) => [product.variant_sku, qty])).toEqual([[wanted?.sku, 1]]);
  });

  /** A customer with one variant in the cart, and how another one is chosen on the line's page. */
  async function variantInCart(mobile: string) {
    const as = await customerOf(shop.server(), mobile);
    const [old, wanted] = shirt.configurable_products.filter(({ qty }) => qty > 0);
    const code = Object.keys(shirt.configurable_options)[0] as 'color' | 'size';
    const values = shirt.configurable_options[code]?.options ?? [];
    const title = values.find(({ option_value }) => option_value === wanted?.options[code])?.default_title;
    const itemId = await putVariant(shop.server(), as, { product: shirt, variant: old });
    const choose = (page: Page) =>
      page.locator('label', { has: page.getByRole('radio', { name: title ?? '-', exact: true }) }).click();
    return { as, itemId, wanted, choose };
  }
  const linesOf = async ({ token }: Session) =>
    (await shop.server().send('GET mobiledigital/cartproducts', { token })).body.data.items;
});
