import { expect, it } from 'vitest';
import { watchCalls } from '../steps/calls.ts';
import { fetchProduct, isConfigurable, listAllTiles } from '../steps/catalogue.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { addVariantToCart } from '../steps/put-variant.ts';
import { signInCustomer } from '../steps/signed-in.ts';

const shop = setUpShop();

it('replaces the variant of a cart line with another, refetches the cart and opens the checkout [ST-064, ST-065, ST-066]', async () => {
  const as = await signInCustomer(shop.server());
  const tiles = (await listAllTiles(shop.server())).filter(isConfigurable);
  const products = await Promise.all(tiles.map((tile) => fetchProduct(shop.server(), tile)));
  const shirt = products.find((item) => Object.keys(item.configurable_options).length === 1);
  if (!shirt) throw new Error('The shop has no product with one kind of option.');
  const [before, newVariant] = shirt.configurable_products.filter(({ qty }) => qty > 0);
  const code = Object.keys(shirt.configurable_options)[0] as 'color' | 'size';
  const itemId = await addVariantToCart(shop.server(), as, { product: shirt, variant: before });
  const page = await shop.open(`/updateproduct/${itemId}`, { as });
  await page.locator('label', { has: page.locator(`input[type=radio][value="${newVariant?.options[code]}"]`) }).click();
  const { names } = watchCalls(page);
  await page.getByRole('button', { name: 'Update Cart', exact: true }).click();
  await page.waitForURL('**/checkout');
  const swap = [`DELETE carts/mine/items/${itemId}`, 'POST carts/mine/items', 'GET carts/mine'];
  expect(names.filter((name) => swap.includes(name)).slice(0, 3)).toEqual(swap);
  const { body } = await shop.server().send('GET mobiledigital/cartproducts', { token: as.token });
  expect(body.data.items.map(({ product, item_id }) => [product.variant_sku, item_id === itemId])).toEqual([
    [newVariant?.sku, false],
  ]);
});
