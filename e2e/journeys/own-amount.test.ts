import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Product } from '#contract/catalogue.ts';
import { axeViolations } from '../steps/axe.ts';

import { allTiles, productOf } from '../steps/catalogue.ts';
import { ownShop } from '../steps/own-shop.ts';
import { fillRecipient, register, signInWithCode } from '../steps/shop.ts';
import { customerOf, type Session } from '../steps/signed-in.ts';

const shop = ownShop();
const recipient = { firstname: 'Mia', lastname: 'Tran', mobile: '0491570156' };
let customer: Session;
let free: Product;
let fixed: Product;

beforeAll(async () => {
  customer = await customerOf(shop.server());
  const tiles = (await allTiles(shop.server())).filter((tile) => tile.is_giftcard);
  const cards = await Promise.all(tiles.map((tile) => productOf(shop.server(), tile)));
  const [open, closed] = [cards.filter((card) => card.free_amount), cards.filter((card) => !card.free_amount)];
  expect(open.length).toBeGreaterThanOrEqual(3);
  [free, fixed] = [open[0], closed[0]] as [Product, Product];
});

const other = (page: Page) => page.getByRole('button', { name: /^Other/ });
const amount = (page: Page) => page.getByLabel('Your own amount');
const choose = (page: Page) => page.getByRole('button', { name: 'Choose', exact: true }).click();

async function toCheckout(page: Page): Promise<void> {
  await page.waitForURL('**/giftcard/add/*');
  await fillRecipient(page, recipient, { picture: 'For your shelf', text: 'With love' });
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.waitForURL('**/giftcard/mmstemplates/**');
  await page.getByRole('img', { name: /\$37/ }).first().waitFor();
  await page.getByRole('button', { name: 'Continue', exact: true }).first().click();
  await page.waitForURL('**/giftcard/schedule/**');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL('**/giftcard/sendnoworschedule/**');
  await page.getByRole('link', { name: 'Continue', exact: true }).click();
  await page.waitForURL('**/checkout');
}

async function pay(page: Page): Promise<void> {
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiry').fill('1230');
  await page.getByLabel('CVC').fill('123');
  await page.getByRole('button', { name: /Confirm Purchase/ }).click();
}

describe('an amount of one’s own', () => {
  test('is offered beside the amounts where the seller allows it, and nowhere else', async () => {
    const page = await shop.open(`/product/${free.id}`, { as: customer });
    await other(page).click();
    await amount(page).waitFor();
    expect(await amount(page).evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await amount(page).getAttribute('inputmode')).toBe('numeric');
    expect(await axeViolations(page)).toEqual([]);
    await page.goto(`/product/${fixed.id}`);
    await page.locator('button[data-amount]').first().waitFor();
    expect(await other(page).count()).toBe(0);
  });

  test.each(['', '7', '37.50', '-50', 'ten', '100000'])('says the limits when ‘%s’ is typed', async (typed) => {
    const page = await shop.open(`/product/${free.id}`, { as: customer });
    await other(page).click();
    await amount(page).fill(typed);
    await choose(page);
    const { min, max } = free.free_amount ?? { min: 0, max: 0 };
    await page.getByText(`Please enter a whole dollar amount from $${min} to $${max}`).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/product/${free.id}`);
  });

  test('goes through recipient, picture, checkout and order as the price of the card', {
    timeout: 120_000,
  }, async () => {
    const page = await shop.open(`/product/${free.id}`, { as: customer });
    await other(page).click();
    await amount(page).fill('37');
    // The main button means the amount that is being typed.
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
    await toCheckout(page);
    await page.getByText('$37', { exact: true }).first().waitFor();
    await page.getByText('$37.00').first().waitFor();
    await pay(page);
    await page.waitForURL('**/success**');
    await page.goto('/account/orders');
    await page
      .getByRole('link', { name: /View Order/ })
      .first()
      .click();
    await page.waitForURL('**/account/order/*');
    await page.getByText('$37.00').first().waitFor();
    const charged = await (await fetch(`${shop.server().url}/sandbox/payments?order_id=000000001`)).json();
    expect(charged).toMatchObject([{ amount: 37, status: 'succeeded' }]);
  });

  test('of a visitor waits for the sign-in', async () => {
    const page = await shop.open(`/product/${free.id}`);
    await other(page).click();
    await amount(page).fill('42');
    await choose(page);
    await signInWithCode(page, shop.server(), '0412300099');
    await register(page, { fullname: 'Wren Banks', email: 'wren.own@example.com' });
    await page.waitForURL('**/giftcard/add/*');
    await page.getByText('$42', { exact: true }).first().waitFor();
  });

  test('tampered with in the browser is never charged unseen', async () => {
    const page = await shop.open(`/product/${free.id}`, { as: customer });
    await other(page).click();
    await amount(page).fill('37');
    await choose(page);
    await toCheckout(page);
    await page.evaluate(() => {
      const cards = JSON.parse(localStorage.getItem('gift-card-details') ?? '{}');
      for (const card of Object.values<{ price: number }>(cards)) card.price = 1;
      localStorage.setItem('gift-card-details', JSON.stringify(cards));
    });
    await page.reload();
    await page.getByText('$1.00').first().waitFor();
    await page.getByRole('button', { name: /Confirm Purchase/ }).click();
    await page.getByText(/now costs \$37\.00/).waitFor();
    const charged = await (await fetch(`${shop.server().url}/sandbox/payments?order_id=000000002`)).json();
    expect(charged).toEqual([]);
  });
});
