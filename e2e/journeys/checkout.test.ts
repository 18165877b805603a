import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AnswerOf, CallName } from '#contract/calls.ts';
import { fillCart, pay } from '#test/support/customer.ts';
import { WIDE } from '../steps/browser.ts';
import { holdCall, watchCalls } from '../steps/calls.ts';
import { demoCard } from '../steps/demo-card.ts';
import { localCard } from '../steps/local-card.ts';
import { ownShop } from '../steps/own-shop.ts';
import { customerOf, type Session } from '../steps/signed-in.ts';

const AT = '2026-11-20 09:30:00';
const KEY = 'aaaaaaaa-0000-4000-8000-00000000000';
const INCOMPLETE = 'Missing required information. Please hit Change to complete, or Remove to remove from cart.';

describe('the checkout', () => {
  const shop = ownShop();
  let customer: Session;
  let completeCard: Record<string, unknown>;
  let lacking: Record<string, unknown>;
  let shopUrl: string;
  let saved: AnswerOf<'GET mobiledigital/savedcards'>['data'];

  beforeAll(async () => {
    const server = shop.server();
    customer = await customerOf(server);
    completeCard = await localCard(server.send, customer, { at: AT, complete: true });
    lacking = await localCard(server.send, customer, { at: AT, complete: false });
    const cardInput = await demoCard(server.send, customer, { at: AT, zone: 'Australia/Sydney', to: '0491570157' });
    for (const card of ['pm_card_visa', 'pm_card_mastercard']) {
      await fillCart(server.send, customer, [cardInput]);
      expect((await pay(server.send, customer, card)).status).toBe(200);
    }
    const token = customer.token;
    saved = (await server.send('GET mobiledigital/savedcards', { token })).body.data;
    const seller = await server.send('GET mobiledigital/seller', { query: { product_id: cardInput.productId } });
    shopUrl = seller.body.data?.shop_url ?? '';
  });

  const summary = (page: Page): Locator => page.getByRole('region', { name: /^GiftCard/ });
  const payment = (page: Page): Locator => page.getByRole('region', { name: 'Payment Information' });
  const confirm = (page: Page): Locator => page.getByRole('button', { name: 'Confirm Purchase' });
  const timer = (page: Page): Locator => page.getByRole('timer', { name: 'Confirm in' });

  async function open(giftCards: Record<string, object> = { [`${KEY}1`]: completeCard }): Promise<Page> {
    const page = await shop.open('/checkout', { as: customer, giftCards });
    await confirm(page).waitFor();
    return page;
  }
  /** Stops the phone's clock and returns the seconds the countdown shows then. */
  async function stopClock(page: Page): Promise<number> {
    // A call under way would be given up with a jump of the clock.
    await page.waitForLoadState('networkidle');
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_500);
    const [minutes = 0, seconds = 0] = ((await timer(page).textContent()) ?? '').split(':').map(Number);
    return minutes * 60 + seconds;
  }
  const shown = (seconds: number): string =>
    `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;

  test('opens with a countdown headed Confirm in, at 10:00 [CK-01, CK-02, ST-070]', async () => {
    const page = await shop.enter({ as: customer, giftCards: { [`${KEY}1`]: completeCard } });
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        const text = document.querySelector('[role=timer]')?.textContent;
        if (!text) return;
        observer.disconnect();
        sessionStorage.setItem('first-countdown', text);
      }).observe(document, { subtree: true, childList: true, characterData: true });
    });
    await page.goto('/checkout');
    await page.getByRole('heading', { name: 'Confirm in' }).waitFor();
    await timer(page).waitFor();
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('first-countdown'))).toBe('10:00');
  });

  test('counts down by one each second [ST-071]', async () => {
    const page = await open();
    const left = await stopClock(page);
    expect(left).toBeGreaterThan(500);
    for (const less of [1, 2, 3]) {
      await page.clock.runFor(1_000);
      await expect.poll(() => timer(page).textContent()).toBe(shown(left - less));
    }
  });

  test('leads to the seller’s profile after 600 seconds, not before [ST-072, BC-08]', async () => {
    const page = await open();
    const left = await stopClock(page);
    await page.clock.fastForward((left - 1) * 1_000);
    await expect.poll(() => timer(page).textContent()).toBe('00:01');
    expect(new URL(page.url()).pathname).toBe('/checkout');
    await page.clock.runFor(1_000);
    await page.clock.resume();
    await page.waitForURL(`**/sellerprofile/${shopUrl}`);
  });

  test('lists a card under GiftCard, without x 1 [RT-35, CK-05, CK-07]', async () => {
    const page = await open();
    await page.getByRole('heading', { level: 1, name: 'Checkout' }).waitFor();
    expect(await summary(page).getByRole('heading', { level: 2 }).textContent()).toBe('GiftCard');
    expect(await summary(page).getByText(/x 1/).count()).toBe(0);
  });

  test('lists two cards under GiftCard x 2 with their sum as total [CK-03, CK-04, CK-06]', async () => {
    const dear = { ...completeCard, price: Number(completeCard.price) + 12.5 };
    const page = await open({ [`${KEY}1`]: completeCard, [`${KEY}2`]: dear });
    expect(await summary(page).getByRole('heading', { level: 2 }).textContent()).toBe('GiftCard x 2');
    expect(await summary(page).getByRole('listitem').count()).toBe(2);
    const total = (Number(completeCard.price) * 2 + 12.5).toFixed(2);
    expect(await summary(page).locator('[data-amount=total]').textContent()).toBe(`$${total} AUD`);
  });

  test('shows of each card its options, with Change and Remove [CK-08, CK-11]', async () => {
    const page = await open({ [`${KEY}1`]: completeCard, [`${KEY}2`]: lacking });
    const [option] = completeCard.options as { option_title: string }[];
    for (const row of await summary(page).getByRole('listitem').all()) {
      expect(await row.getByText(option?.option_title ?? '', { exact: true }).count()).toBe(1);
      expect(await row.getByRole('link', { name: /^Change/ }).isVisible()).toBe(true);
      expect(await row.getByRole('button', { name: /^Remove/ }).isEnabled()).toBe(true);
    }
  });

  test('lists incomplete cards first, says so, and cannot be confirmed then [CK-09, CK-10, CK-34]', async () => {
    const page = await open({ [`${KEY}1`]: completeCard, [`${KEY}2`]: lacking });
    const rows = await summary(page).getByRole('listitem').allInnerTexts();
    expect(rows.map((text) => text.includes(INCOMPLETE))).toEqual([true, false]);
    expect(await confirm(page).isDisabled()).toBe(true);
  });

  test('needs every part of a card, and makes no call while one is missing [VA-57, VA-58, ST-079]', async () => {
    const parts = ['firstname', 'lastname', 'mobile', 'message'].map((part) => `recipient_${part}`);
    const all = [...parts, 'scheduled_delivery', 'mms_template_id'];
    const page = await open(Object.fromEntries(all.map((part, at) => [KEY + at, { ...completeCard, [part]: '' }])));
    expect(await summary(page).getByText(INCOMPLETE).count()).toBe(all.length);
    const calls = watchCalls(page);
    await confirm(page).dispatchEvent('click');
    for (let left = all.length; left > 0; left -= 1) {
      expect(await confirm(page).isDisabled()).toBe(true);
      if (left === 1) break;
      await summary(page)
        .getByRole('button', { name: /^Remove/ })
        .first()
        .click();
      await expect.poll(() => summary(page).getByRole('listitem').count()).toBe(left - 1);
    }
    expect(calls.names.filter((name) => /payment-information|carts\/mine\/items|savegiftcard/.test(name))).toEqual([]);
  });

  test('saved cards are radios with last four and exp MM/YY, the first one chosen [CK-29, CK-30, ST-085]', async () => {
    const page = await open();
    const labels = await payment(page)
      .locator('label', { has: page.getByRole('radio') })
      .allInnerTexts();
    expect(labels.length).toBe(saved.length);
    expect(saved.length).toBeGreaterThan(1);
    for (const [at, { last4, exp_month, exp_year }] of saved.entries()) {
      expect(labels[at]).toContain(last4);
      const expiry = `${String(exp_month).padStart(2, '0')}/${String(exp_year).slice(-2)}`;
      expect(labels[at]).toMatch(new RegExp(`exp ${expiry}$`));
    }
    expect(await payment(page).getByRole('radio').first().isChecked()).toBe(true);
  });

  test('Payment Information takes cards only and notes how they are kept [CK-28, CK-32, CK-38]', async () => {
    const page = await open();
    const note = 'Your card information will be encrypted securely to enable 1-click checkout.';
    expect(await payment(page).getByText(note, { exact: true }).isVisible()).toBe(true);
    const values = await payment(page)
      .getByRole('radio')
      .evaluateAll((all) => all.map((one) => one.getAttribute('value')));
    expect(values).toEqual(saved.map(({ id }) => id));
    expect(await page.getByText(/PayPal|Afterpay|bank transfer|cash on delivery/i).count()).toBe(0);
  });

  test('Add New opens card entry; expiry of saved cards is MM/YY [CK-31, CK-33, BC-28]', async () => {
    const page = await open();
    expect(await confirm(page).isEnabled()).toBe(true);
    expect(
      await payment(page)
        .getByText(/^exp (0[1-9]|1[0-2])\/\d\d$/)
        .count(),
    ).toBe(saved.length);
    expect(await page.getByLabel('Card number').count()).toBe(0);
    await payment(page).getByRole('button', { name: 'Add New' }).click();
    for (const label of ['Card number', 'Expiry', 'CVC']) {
      expect(await payment(page).getByLabel(label).isEditable()).toBe(true);
    }
  });

  test('the loader stays until saved cards, cart, products and seller are all there [ST-077]', async () => {
    const page = await shop.enter({ as: customer, giftCards: { [`${KEY}1`]: completeCard } });
    const needed: [CallName, string][] = [
      ['GET mobiledigital/savedcards', 'savedcards'],
      ['GET carts/mine', 'carts/mine'],
      ['GET mobiledigital/cartproducts', 'cartproducts'],
      ['GET mobiledigital/seller', 'mobiledigital/seller?'],
    ];
    const release = await Promise.all(needed.map(([name]) => holdCall(page, name)));
    const loader = page.locator('[data-checkout-loader]');
    await page.goto('/checkout');
    for (const [at, [name, part]] of needed.entries()) {
      await timer(page).waitFor();
      expect(await loader.isVisible(), `while ${name} is awaited`).toBe(true);
      expect(await confirm(page).count()).toBe(0);
      const method = name.split(' ')[0];
      const answered = page.waitForResponse((one) => one.url().includes(part) && one.request().method() === method);
      release[at]?.();
      await (await answered).finished();
    }
    await confirm(page).waitFor();
    expect(await loader.count()).toBe(0);
  });

  test('with nothing to confirm it says so and asks for nothing', async () => {
    const page = await shop.open('/checkout', { as: customer });
    await page.getByRole('heading', { name: 'Cart is empty' }).waitFor();
    expect(await confirm(page).count()).toBe(0);
    expect(await timer(page).count()).toBe(0);
    expect(await payment(page).count()).toBe(0);
    expect(await page.getByRole('main').getByRole('link', { name: 'Browse' }).getAttribute('href')).toBe('/browse');
  });

  test('nor does a countdown run while it is not known whether there is anything to confirm', async () => {
    const page = await shop.enter({ as: customer });
    const release = await holdCall(page, 'GET mobiledigital/cartproducts');
    await page.goto('/checkout');
    await page.getByRole('heading', { level: 1, name: 'Checkout' }).waitFor();
    await page.locator('[data-checkout-loader]').waitFor();
    expect(await timer(page).count()).toBe(0);
    release();
    await page.getByRole('heading', { name: 'Cart is empty' }).waitFor();
    expect(await timer(page).count()).toBe(0);
  });

  test('on a wide screen the one button stands under the sum, on a phone at the foot', async () => {
    const page = await open();
    expect(await summary(page).getByRole('button', { name: 'Confirm Purchase' }).count()).toBe(0);
    await page.setViewportSize(WIDE);
    await summary(page).getByRole('button', { name: 'Confirm Purchase' }).waitFor();
    expect(await confirm(page).count()).toBe(1);
  });
});
