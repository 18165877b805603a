import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { findTile, isSimple } from '../steps/catalogue.ts';
import { readStoredCards } from '../steps/gift-card-on-the-way.ts';
import { createLocalCard } from '../steps/local-card.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { signInCustomer } from '../steps/signed-in.ts';

const shop = setUpShop();
const first = 'aaaaaaaa-0000-4000-8000-000000000001';
const second = 'aaaaaaaa-0000-4000-8000-000000000002';
const listStoredKeys = async (page: Page) => Object.keys(await readStoredCards(page));

it('lists, changes and clears gift cards stored on the phone and products stored on the server [CP-04, CP-10, ST-068]', async () => {
  const { send } = shop.server();
  const as = await signInCustomer(shop.server());
  const card = await createLocalCard(send, as, { scheduledAt: '2026-11-20 09:30:00', complete: true });
  const giftCards = { [first]: { ...card, name: 'First card' }, [second]: { ...card, name: 'Second card' } };
  const tile = await findTile(shop.server(), (item) => isSimple(item) && item.qty >= 2);
  const serverCart = async () => {
    const { body } = await send('GET mobiledigital/cartproducts', { token: as.token });
    return body.data.items.map(({ product, qty }) => [product.sku, qty]);
  };
  const page = await shop.open(`/product/${tile.id}`, { as, giftCards });
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
  await expect.poll(() => page.locator('[data-cart-count]').textContent()).toBe('3');
  await page.getByRole('button', { name: /^Cart/ }).click();
  const popup = page.getByRole('dialog', { name: 'Your Cart' });
  const names = () => popup.getByRole('listitem').getByRole('heading').allInnerTexts();
  await expect.poll(names).toEqual(['First card', 'Second card', tile.name]);
  const close = await popup.getByRole('button', { name: 'Close', exact: true }).elementHandle();
  const apart = await popup.getByRole('heading', { name: 'Your Cart' }).evaluate((title, button) => {
    const [titleBox, other] = [title, button as HTMLElement].map((part) => part.getBoundingClientRect());
    return titleBox && other ? titleBox.top + titleBox.bottom - other.top - other.bottom : Number.NaN;
  }, close);
  expect(Math.abs(apart / 2)).toBeLessThan(1);
  expect(await serverCart()).toEqual([[tile.sku, 1]]);
  await popup.getByRole('button', { name: 'Remove First card' }).click();
  await expect.poll(names).toEqual(['Second card', tile.name]);
  expect(await listStoredKeys(page)).toEqual([second]);
  await popup.getByRole('button', { name: `Quantity of ${tile.name}: more` }).click();
  await expect.poll(serverCart).toEqual([[tile.sku, 2]]);
  await popup.getByRole('button', { name: 'Clear Cart', exact: true }).click();
  await popup.getByText('Cart is empty', { exact: true }).waitFor();
  expect([await listStoredKeys(page), await serverCart()]).toEqual([[], []]);
});
