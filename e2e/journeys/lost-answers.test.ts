import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Product } from '#contract/catalogue.ts';
import { answerCall, watchCalls } from '../steps/calls.ts';
import { campaignLink, LINK_SECRET } from '../steps/campaign-link.ts';
import { isSimple, productOf, someTile } from '../steps/catalogue.ts';
import { ownShop } from '../steps/own-shop.ts';
import { register } from '../steps/shop.ts';
import { customerOf, type Session } from '../steps/signed-in.ts';

const ADD = 'POST carts/mine/items';
const CREATE = 'POST mobiledigital/createAccount';

describe('an answer that is lost on its way to the phone', () => {
  const shop = ownShop({ SESSION_SECRET: LINK_SECRET });
  let customer: Session;
  let product: Product;
  let people = 0;

  // A customer of its own for each try, so that a second try finds an empty cart.
  beforeEach(async () => {
    people += 1;
    customer = await customerOf(shop.server(), `+614123456${String(people).padStart(2, '0')}`);
    product = await productOf(shop.server(), await someTile(shop.server(), isSimple));
  });

  const addButton = (page: Page) => page.getByRole('button', { name: 'Add to Cart' });
  const held = async () =>
    (await shop.server().send('GET carts/mine/items', { token: customer.token })).body.map(({ sku, qty }) => [
      sku,
      qty,
    ]);

  /** The server's first answers to the add are lost, so many of them; returns the keys that the page sends. */
  async function openLosing(count: number): Promise<{ page: Page; keys: () => (string | undefined)[] }> {
    const page = await shop.enter({ as: customer, expected: /ERR_CONNECTION_FAILED/ });
    let lost = 0;
    await answerCall(page, ADD, 'lost', () => {
      lost += 1;
      return lost <= count;
    });
    const calls = watchCalls(page);
    await page.goto(`/product/${product.id}`);
    await addButton(page).click();
    return { page, keys: () => calls.of(ADD).map((request) => request.headers()['idempotency-key']) };
  }

  test('is asked for once more by the shop itself: one piece is in the cart', async () => {
    const { page, keys } = await openLosing(1);
    await page.getByText('Added to your cart').first().waitFor();
    expect(await held()).toEqual([[product.sku, 1]]);
    expect(keys()).toHaveLength(2);
    expect(new Set(keys()).size).toBe(1);
  });

  test('is asked for again by the customer’s next tap: one piece is in the cart', async () => {
    const { page, keys } = await openLosing(2);
    await page.getByRole('button', { name: 'Refresh' }).waitFor();
    expect(await held()).toEqual([[product.sku, 1]]);
    // The page is loaded anew by it.
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.waitForLoadState('networkidle');
    await addButton(page).click();
    await page.getByText('Added to your cart').first().waitFor();
    expect(await held()).toEqual([[product.sku, 1]]);
    expect([keys().length, new Set(keys()).size, keys()[0]?.length]).toEqual([3, 1, 36]);
  });

  test('does not turn away who has just registered: the next tap signs them in', async () => {
    const page = await shop.enter({ expected: /ERR_CONNECTION_FAILED/ });
    let lost = 0;
    await answerCall(page, CREATE, 'lost', () => {
      lost += 1;
      return lost <= 2;
    });
    await page.goto(await campaignLink({ mobile: `+614123457${String(people).padStart(2, '0')}` }));
    await register(page, { fullname: 'Mia Tran', email: `mia.${people}@example.com` });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('button', { name: 'Got it' }).click();
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await page.waitForURL((url) => !/register|autologin/.test(url.pathname));
    await expect.poll(() => page.evaluate(() => localStorage.getItem('token') ?? '')).not.toBe('');
  });
});
