import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { fillCart, pay } from '#server/testing-customer.ts';
import { answerCall, holdCall, watchCalls } from '../steps/calls.ts';
import { demoCard } from '../steps/demo-card.ts';
import { localCard } from '../steps/local-card.ts';
import { ownShop } from '../steps/own-shop.ts';
import { customerOf, type Session } from '../steps/signed-in.ts';

const AT = '2026-11-20 09:30:00';
const KEY = 'aaaaaaaa-0000-4000-8000-000000000001';
const PLACE = 'POST carts/mine/payment-information';
const FAILED = 'There was an error processing your payment.';

describe('an order that does not go through at once', () => {
  const shop = ownShop();
  let customer: Session;
  let card: Record<string, unknown>;

  beforeAll(async () => {
    const server = shop.server();
    customer = await customerOf(server);
    card = await localCard(server.send, customer, { at: AT, complete: true });
    const cardInput = await demoCard(server.send, customer, { at: AT, zone: 'Australia/Sydney', to: '0491570157' });
    await fillCart(server.send, customer, [cardInput]);
    expect((await pay(server.send, customer, 'pm_card_visa')).status).toBe(200);
  });

  const confirm = (page: Page): Locator => page.getByRole('button', { name: 'Confirm Purchase' });
  const cardError = (page: Page): Locator => page.locator('[data-card-error]');
  const begin = (expected?: RegExp): Promise<Page> =>
    shop.enter({ as: customer, giftCards: { [KEY]: card }, ...(expected ? { expected } : {}) });

  async function typeCard(page: Page, number: string): Promise<void> {
    await page.getByRole('region', { name: 'Payment Information' }).getByRole('button', { name: 'Add New' }).click();
    await page.getByLabel('Card number').fill(number);
    await page.getByLabel('Expiry').fill('1230');
    await page.getByLabel('CVC').fill('123');
  }

  test('a declined payment shows the card error with the provider’s words [ER-17, ER-24]', async () => {
    const page = await begin(/status of 4\d\d.*payment-information/s);
    await page.goto('/checkout');
    await typeCard(page, '4000000000000002');
    await confirm(page).click();
    await cardError(page).getByText(FAILED, { exact: true }).waitFor();
    await cardError(page).getByText('Your card was declined.', { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/checkout');
    expect(await page.evaluate(() => localStorage.getItem('gift-card-details'))).toContain(KEY);
  });

  test('a server error at the payment shows the card error [ST-107, ER-17]', async () => {
    const page = await begin(/status of 500.*payment-information/s);
    await answerCall(page, PLACE, { status: 500, body: { message: 'Internal error' } });
    await page.goto('/checkout');
    await confirm(page).click();
    await cardError(page).getByText(FAILED, { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/checkout');
  });

  test('after a failed payment the loader is gone and the customer can go on [ER-18]', async () => {
    const page = await begin(/status of 400.*payment-information/s);
    await answerCall(page, PLACE, { status: 400, body: { message: 'Your card was declined.' } });
    const release = await holdCall(page, PLACE);
    await page.goto('/checkout');
    await confirm(page).click();
    const loader = page.getByText('Placing your order...', { exact: true });
    await loader.waitFor();
    release();
    await cardError(page).getByText(FAILED, { exact: true }).waitFor();
    await loader.waitFor({ state: 'detached' });
    await expect.poll(() => confirm(page).isEnabled()).toBe(true);
  });

  test('a payment call without an answer counts as placed, without an offline popup [ST-106, ER-08, ER-19]', async () => {
    const page = await begin(/ERR_.*payment-information/s);
    await answerCall(page, PLACE, 'lost');
    await page.goto('/checkout');
    const calls = watchCalls(page);
    await confirm(page).click();
    await page.waitForURL('**/success');
    expect(calls.names).toContain('GET mobiledigital/checkoutsuccess');
    await page.getByRole('heading', { level: 1, name: 'Thank you!' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('cards that could not be sent say so in a popup [ER-20]', async () => {
    const page = await begin();
    await answerCall(page, 'POST mobiledigital/savegiftcardorderbycart', { body: { status: false } });
    await page.goto('/checkout');
    await confirm(page).click();
    const popup = page.getByRole('dialog', { name: 'Error Processing' });
    const words = 'We processed your order but were unable to send your Gift Card. Please contact support.';
    await popup.getByText(words, { exact: true }).waitFor();
  });
});
