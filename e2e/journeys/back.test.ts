import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { holdCall, watchCalls } from '../steps/calls.ts';
import {
  ADD,
  continueButton,
  heading,
  KEY,
  PREVIEW,
  readStoredCards,
  recipient,
  SCHEDULE,
  setUpGiftCardFlow,
  TEMPLATES,
  words,
} from '../steps/gift-card-on-the-way.ts';
import { confirmButton, waitForOrderNumber } from '../steps/pay.ts';
import { fillRecipient } from '../steps/shop.ts';

const PLACE = 'POST carts/mine/payment-information';

describe('the back button', () => {
  const { shop, fixture, open } = setUpGiftCardFlow();
  const scrolled = (page: Page) => page.evaluate(() => window.scrollY);
  const path = (page: Page) => new URL(page.url()).pathname;

  it('closes the menu, the cart and the search one by one on Back, without leaving or scrolling the page', async () => {
    const page = await open('/terms');
    await page.goto('/browse');
    await page.getByRole('button', { name: /^Cart, 1 item/ }).waitFor();
    await page.evaluate(() => scrollTo(0, 400));
    const dialog = page.getByRole('dialog');
    // Dispatches the event, because a real click would scroll the page.
    const press = (name: string) =>
      page.getByRole('banner').getByLabel(name).or(page.getByRole('banner').getByText(name)).dispatchEvent('click');
    const closes = async () => {
      await dialog.waitFor();
      await page.goBack();
      await dialog.waitFor({ state: 'detached' });
      expect([path(page), await scrolled(page)]).toEqual(['/browse', 400]);
    };
    await press('Menu');
    await closes();
    await press('Cart, 1 item');
    await dialog.getByRole('link', { name: 'Checkout' }).waitFor();
    await closes();
    await press('Search gifts, sellers, categories');
    await closes();
    // Closing the popup with its button must not add a history entry.
    await page.getByRole('button', { name: /^Cart, 1 item/ }).click();
    await dialog.getByRole('button', { name: 'Close Window' }).click();
    await dialog.waitFor({ state: 'detached' });
    // Reloading while a popup is open must not leave a history entry.
    await page.getByRole('button', { name: /^Cart, 1 item/ }).click();
    await dialog.getByRole('link', { name: 'Checkout' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: /^Cart, 1 item/ }).waitFor();
    expect(await dialog.count()).toBe(0);
    await page.goBack();
    await page.waitForURL('**/terms');
  });

  it('returns to earlier gift card steps with their input intact on Back and Forward', async () => {
    const page = await open(ADD, { mms_template_id: '', scheduled_delivery: '' });
    await fillRecipient(page, recipient, words);
    await continueButton(page).click();
    await page.waitForURL(`**${TEMPLATES}`);
    await continueButton(page).nth(1).click();
    await page.waitForURL(`**${SCHEDULE}`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(`**${PREVIEW}`);
    const card = (await readStoredCards(page))[KEY];
    for (const step of [SCHEDULE, TEMPLATES, ADD]) {
      await page.goBack();
      await page.waitForURL(`**${step}`);
    }
    await heading(page, 'Who are you sending it to?').waitFor();
    expect(await page.getByLabel('Firstname').inputValue()).toBe(recipient.firstname);
    expect(await page.getByLabel('Image message').inputValue()).toBe(words.picture);
    expect((await readStoredCards(page))[KEY]).toEqual(card);
    await page.goForward();
    await page.waitForURL(`**${TEMPLATES}`);
    await heading(page, /gift wrapped/).waitFor();
  });

  it('does not let the customer pay again after going back from the thank-you page', async () => {
    const page = await open(PREVIEW);
    await page.getByRole('link', { name: 'Continue', exact: true }).click();
    await page.waitForURL('**/checkout');
    await confirmButton(page).click();
    const order = await waitForOrderNumber(page);
    const calls = watchCalls(page);
    await expect.poll(() => readStoredCards(page)).toEqual({});
    await page.goBack();
    await page.waitForURL(`**${PREVIEW}`);
    await page.waitForLoadState('networkidle');
    expect.soft(await page.getByRole('link', { name: 'Continue', exact: true }).count()).toBe(0);
    await page.goto('/checkout');
    await page.getByRole('heading', { name: 'Cart is empty' }).waitFor();
    expect.soft(await confirmButton(page).count()).toBe(0);
    expect.soft(calls.listRequests(PLACE)).toEqual([]);
    const { body } = await shop.server().send('GET mobiledigital/orders', { token: fixture.customer.token });
    expect(body.orders[0]?.increment_id).toBe(order);
  });

  it('completes a payment once when the customer goes back while it is in progress', async () => {
    const page = await open('/browse');
    await page.getByRole('button', { name: /^Cart, 1 item/ }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Checkout', exact: true }).click();
    await page.waitForURL('**/checkout');
    const release = await holdCall(page, PLACE);
    const calls = watchCalls(page);
    const request = page.waitForRequest('**/payment-information');
    await confirmButton(page).click();
    await request;
    await page.goBack();
    await page.waitForURL('**/browse');
    await page.getByText('Placing your order...', { exact: true }).waitFor();
    release();
    await waitForOrderNumber(page);
    await expect.poll(() => readStoredCards(page)).toEqual({});
    expect(calls.listRequests(PLACE)).toHaveLength(1);
  });
});
