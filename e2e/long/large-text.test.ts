import { expect, it } from 'vitest';
import { fillCart, pay } from '#test/support/customer.ts';
import { findTile, isSimple } from '../steps/catalogue.ts';
import { prepareDemoCard } from '../steps/demo-card.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { confirmButton, measureSidewaysScroll, typeCard, waitForOrderNumber } from '../steps/pay.ts';
import { signInCustomer } from '../steps/signed-in.ts';

const shop = setUpShop({ BRAND: 'product' });

it('never scrolls horizontally during a purchase at 360 x 640 with 200% text [RT-01]', async () => {
  const mug = await findTile(shop.server(), isSimple);
  const { send } = shop.server();
  const customer = await signInCustomer(shop.server());
  const delivery = { scheduledAt: '2026-11-20 09:30:00', zone: 'Australia/Sydney', to: '0491570157' };
  await fillCart(send, customer, [await prepareDemoCard(send, customer, delivery)]);
  expect((await pay(send, customer, 'pm_card_visa')).status).toBe(200);
  const page = await shop.enter({ as: customer, size: { width: 360, height: 640 } });
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', '200%'));
  });
  const look = async (where: string) => expect([where, await measureSidewaysScroll(page)]).toEqual([where, 0]);
  await page.goto('/browse');
  await page.getByRole('article').first().waitFor();
  await look('browse');
  await page.goto(`/product/${mug.id}`);
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
  await page.getByRole('status').getByRole('link', { name: 'Checkout' }).waitFor();
  await look('product');
  await page.getByRole('button', { name: /^Cart/ }).click();
  const popup = page.getByRole('dialog', { name: 'Your Cart' });
  await popup.getByRole('heading', { name: mug.name }).first().waitFor();
  await look('cart');
  await popup.getByRole('link', { name: 'Checkout' }).click();
  await page.locator('[data-to-pay]', { hasText: '$' }).waitFor();
  await look('checkout');
  await page.getByRole('region', { name: 'Payment Information' }).getByRole('button', { name: 'Add New' }).click();
  await typeCard(page);
  await look('card entry');
  await confirmButton(page).click();
  await waitForOrderNumber(page);
  await look('success');
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
});
