import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openBrowser, type Visit, visit } from '../steps/browser.ts';
import { createLocalCard } from '../steps/local-card.ts';
import { confirmButton, typeCard, waitForOrderNumber } from '../steps/pay.ts';
import { createDataFolder, findFreePort, type RunningServer, startServer } from '../steps/server.ts';
import { asCustomer, type Session, signInCustomer } from '../steps/signed-in.ts';

const KEY = 'aaaaaaaa-0000-4000-8000-000000000001';
const STRIP = 'You’re offline. We’ll reconnect automatically.';
const AWAY = /ERR_CONNECTION_(REFUSED|RESET|FAILED)|ERR_EMPTY_RESPONSE|Failed to fetch/;

describe('a server that stops and starts again', () => {
  let browser: Browser;
  let server: RunningServer;
  let visitor: Visit;
  let customer: Session;
  let env: Record<string, string>;
  const folder = createDataFolder();

  beforeAll(async () => {
    env = {
      DATA_DIR: folder.path,
      DATABASE_URL: '',
      HUMAN_CHECK: 'none',
      PORT: String(await findFreePort()),
      SESSION_SECRET: randomUUID(),
    };
    server = await startServer(env);
    customer = await signInCustomer(server);
    browser = await openBrowser();
  });
  beforeEach(async () => {
    visitor = await visit(browser, { url: server.url, expected: AWAY });
  });
  afterEach(async () => {
    await visitor.close();
    server = await startedAgain();
    expect(visitor.noise).toEqual([]);
  });
  afterAll(async () => {
    await server.stop();
    folder.remove();
  });

  async function startedAgain(): Promise<RunningServer> {
    await server.stop();
    return startServer(env);
  }
  const strip = (page: Page) => page.getByText(STRIP);
  const dialogs = (page: Page) => page.getByRole('dialog').count();

  it('confirms an order without an error popup when the server dies after the payment, even after a reload', async () => {
    const { page, context } = visitor;
    const now = new Date();
    const nextYear = `${now.getUTCFullYear() + 1}-06-15 09:30:00`;
    const card = await createLocalCard(server.send, customer, { scheduledAt: nextYear, complete: true });
    await asCustomer(context, customer, { now: now.toISOString(), giftCards: { [KEY]: card } });
    await page.route('**/payment-information', async (route) => {
      const response = await route.fetch();
      await server.kill();
      await route.fulfill({ response });
    });
    await page.goto('/checkout');
    await typeCard(page);
    // Presses Enter instead of clicking, because a hovering mouse would prefetch the next page's code.
    await confirmButton(page).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Your order has been placed' }).waitFor();
    await strip(page).waitFor();
    // Waits long enough for the popup that failed retries would open.
    await page.waitForTimeout(6_000);
    expect.soft(await dialogs(page)).toBe(0);
    expect.soft(new URL(page.url()).search).toMatch(/^\?order=\d+$/);
    expect.soft(await page.getByRole('button', { name: 'Cart', exact: true }).count()).toBe(1);

    server = await startedAgain();
    const number = await waitForOrderNumber(page);
    await strip(page).waitFor({ state: 'detached' });
    expect(number).toMatch(/^\d{9}$/);
    expect(new URL(page.url()).search).toBe(`?order=${number}`);
    await page.reload();
    expect(await waitForOrderNumber(page)).toBe(number);
    await page.getByRole('heading', { level: 2, name: /^From / }).waitFor();
    expect(await dialogs(page)).toBe(0);
  });

  it.each([0, 30, 90, 200])(
    'either places one order or restores the cart when the server dies %i ms into the payment',
    async (ms) => {
      const { page, context } = visitor;
      const now = new Date();
      const owner = await signInCustomer(server, `+61412345${600 + ms}`);
      const scheduledAt = `${now.getUTCFullYear() + 1}-06-15 09:30:00`;
      const card = await createLocalCard(server.send, owner, { scheduledAt, complete: true });
      await asCustomer(context, owner, { now: now.toISOString(), giftCards: { [KEY]: card } });
      await page.route('**/payment-information', async (route) => {
        const answer = route.fetch().catch(() => null);
        await page.waitForTimeout(ms);
        await server.kill();
        await answer;
        await route.abort('connectionfailed');
      });
      await page.clock.install({ time: now });
      await page.goto('/checkout');
      await typeCard(page);
      await confirmButton(page).press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Your order is being confirmed' }).waitFor();
      expect(await dialogs(page)).toBe(0);
      await page.unroute('**/payment-information');

      server = await startedAgain();
      const notPlaced = page.getByRole('dialog', { name: 'Order not placed' });
      const thanks = page.getByRole('heading', { level: 1, name: 'Thank you!' });
      // Fast-forwards past the longest time for which a server may hold the order.
      await page.clock.fastForward(45_000);
      await notPlaced.or(thanks).waitFor();
      const { orders } = (await server.send('GET mobiledigital/orders', { token: owner.token })).body;
      const orderNumbers = orders.map((order) => order.increment_id);
      const stored = () =>
        page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem('gift-card-details') ?? '{}')));
      if (await thanks.isVisible()) {
        expect(orderNumbers).toEqual([await waitForOrderNumber(page)]);
        await expect.poll(stored).toEqual([]);
      } else {
        expect(orderNumbers).toEqual([]);
        expect(await stored()).toEqual([KEY]);
        await notPlaced.getByRole('button', { name: 'OK' }).click();
        await confirmButton(page).waitFor();
        expect(new URL(page.url()).pathname).toBe('/checkout');
      }
    },
  );

  it('keeps the product list readable when the server dies, and resumes loading without a tap', async () => {
    const { page } = visitor;
    await page.goto('/browse');
    await page.waitForLoadState('networkidle');
    await server.kill();
    const tiles = page.locator('article');
    const before = await tiles.count();
    await tiles.last().scrollIntoViewIfNeeded();
    await strip(page).waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.waitForTimeout(4_000);
    expect.soft(await dialogs(page)).toBe(0);

    server = await startedAgain();
    await expect.poll(() => tiles.count()).toBeGreaterThan(before);
    await strip(page).waitFor({ state: 'detached' });
    expect(await dialogs(page)).toBe(0);
  });

  it('closes the offline popup without a tap once the failed page can load', async () => {
    const { page, context } = visitor;
    await asCustomer(context, customer, { now: new Date().toISOString() });
    await page.goto('/account/orders');
    await page.waitForLoadState('networkidle');
    // Also blocks the connection check, so that the popup stays open.
    await page.route('**/rest/**', (route) => route.abort('connectionfailed'));
    await page.reload();
    await page.getByRole('button', { name: 'Refresh' }).waitFor();
    await server.kill();
    await page.unroute('**/rest/**');
    server = await startedAgain();
    await page.getByRole('button', { name: 'Refresh' }).waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'This did not load' }).waitFor({ state: 'detached' });
  });
});
