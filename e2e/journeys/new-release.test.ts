import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openBrowser, type Visit, visit } from '../steps/browser.ts';
import { createDemoData, type DemoData } from '../steps/demo-data.ts';
import { waitUntilKept } from '../steps/kept-offline.ts';
import { copyBuiltShop, type Release, release } from '../steps/release.ts';
import { findFreePort, type RunningServer, startServer } from '../steps/server.ts';

const DEPLOYING = /ERR_CONNECTION_REFUSED|bad HTTP response code \(503\)/;

describe('a new release', () => {
  const OLD = 'No password, no app, no postage.';
  const NEW = 'No password, no app, no stamp!!!';
  let browser: Browser;
  let server: RunningServer;
  let visitor: Visit | undefined;
  let shop: Release;
  let data: DemoData;
  let env: Record<string, string>;

  beforeAll(async () => {
    browser = await openBrowser();
    data = await createDemoData();
  });
  beforeEach(async () => {
    shop = copyBuiltShop('giftcard');
    env = { ...data.env, HUMAN_CHECK: 'none', PORT: String(await findFreePort()) };
    server = await startServer(env, shop.folder);
  });
  afterEach(async () => {
    await visitor?.close();
    await server.stop();
    shop.remove();
    expect(visitor?.noise).toEqual([]);
  });
  afterAll(() => data.remove());

  async function deploy(): Promise<void> {
    await server.stop();
    release(shop, { oldText: OLD, newText: NEW });
    server = await startServer(env, shop.folder);
  }

  it('lets an open page load all of its code, and switches to the new release at the next navigation', async () => {
    visitor = await visit(browser, { url: server.url, worker: true, expected: DEPLOYING });
    const { page } = visitor;
    await page.goto('/browse');
    await waitUntilKept(page);
    await deploy();
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.update();
    });
    const waiting = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state);
    await expect.poll(waiting).toBe('installed');
    await page.getByRole('button', { name: 'Cart', exact: true }).click();
    await page.getByText('Send Mobile Code').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await readRelease(page)).toBe('old');

    await page.getByRole('article').first().getByRole('link').first().click();
    await page.waitForURL('**/product/*');
    await expect.poll(() => readRelease(page)).toBe('new');
    await page.goto('/');
    await page.getByText(NEW).waitFor();
  });

  it('reloads the page once when its code no longer exists and no service worker is active', async () => {
    visitor = await visit(browser, { url: server.url, expected: /404|Failed to (fetch|load)|preload/ });
    const { page } = visitor;
    await page.goto('/browse');
    await page.getByRole('heading', { name: 'Browse Gift Cards' }).waitFor();
    await page.waitForLoadState('networkidle');
    await deploy();
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Cart' }).click();
    await reloaded;
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'Cart' }).click();
    await page.getByText('Send Mobile Code').waitFor();
    expect(await page.getByText("You're offline.").count()).toBe(0);
  });
});

async function readRelease(page: Page): Promise<'old' | 'new'> {
  return (await page.content()).includes('~.js') ? 'new' : 'old';
}
