import { expect, it } from 'vitest';
import { createLocalCard } from '../steps/local-card.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { signInCustomer } from '../steps/signed-in.ts';

const shop = setUpShop();

it('keeps the cart rows visible above the footer when text is large', async () => {
  const as = await signInCustomer(shop.server());
  const card = await createLocalCard(shop.server().send, as, { scheduledAt: '2026-11-20 09:30:00', complete: true });
  const keys = ['a', 'b'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000001`);
  const page = await shop.open('/browse', { as, giftCards: Object.fromEntries(keys.map((key) => [key, card])) });
  await page.getByRole('button', { name: /^Cart/ }).click();
  const popup = page.getByRole('dialog', { name: 'Your Cart' });
  const lastRow = popup.getByRole('listitem').nth(1);
  const checkout = popup.getByRole('link', { name: 'Checkout' });
  await lastRow.waitFor();
  expect(await checkout.evaluate((link) => link.getBoundingClientRect().top)).toBeLessThan(844);
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  const bottom = await lastRow.evaluate((row) => row.getBoundingClientRect().bottom);
  expect(bottom).toBeLessThan(await checkout.evaluate((link) => link.getBoundingClientRect().top));
});
