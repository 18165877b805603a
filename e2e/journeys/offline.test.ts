import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fillCart, pay } from '#test/support/customer.ts';
import { axeViolations } from '../steps/axe.ts';
import { openBrowser, type Visit, visit } from '../steps/browser.ts';
import { demoCard } from '../steps/demo-card.ts';
import { localCard } from '../steps/local-card.ts';
import { builtShop, type Release, release } from '../steps/release.ts';
import { dataFolder, freePort, type RunningServer, startServer } from '../steps/server.ts';
import { asCustomer, customerOf, type Session } from '../steps/signed-in.ts';

/** While the server is away pictures cannot come, and the browser's own look for a worker fails. */
const DEPLOYING = /ERR_CONNECTION_REFUSED|bad HTTP response code \(503\)/;
const NO_NETWORK = /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_FAILED|Failed to fetch|nosuchcard/;
const KEY = 'aaaaaaaa-0000-4000-8000-000000000001';

/** The worker is there and has kept what is on screen. */
async function isKept(page: Page, path = new URL(page.url()).pathname): Promise<void> {
  const kept = (wanted: string) =>
    page.evaluate(async (address) => {
      const pages = await caches.open('handsel-pages');
      return navigator.serviceWorker.controller !== null && (await pages.match(address)) !== undefined;
    }, wanted);
  await expect.poll(() => kept(path)).toBe(true);
}

const everythingKept = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const stores = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return stores.flat().map(({ url, headers }) => new URL(url).pathname + (headers.get('authorization') ?? ''));
  });

const tile = (page: Page, at: number) => page.locator('article').nth(at).getByRole('link');

describe('the shop without a network', () => {
  let browser: Browser;
  let server: RunningServer;
  let visitor: Visit;
  let port: string;
  let customer: Session;
  const folder = dataFolder();
  const env = (more: Record<string, string> = {}) => ({
    DATA_DIR: folder.path,
    DATABASE_URL: '',
    HUMAN_CHECK: 'none',
    PORT: port,
    ...more,
  });

  beforeAll(async () => {
    port = String(await freePort());
    server = await startServer(env());
    customer = await customerOf(server);
    browser = await openBrowser();
  });
  beforeEach(async () => {
    visitor = await visit(browser, { url: server.url, worker: true, expected: NO_NETWORK });
  });
  afterEach(async () => {
    await visitor.close();
    expect(visitor.noise).toEqual([]);
  });
  afterAll(async () => {
    await server.stop();
    folder.remove();
  });

  test('a product seen before opens, with its picture; another shows the offline popup until it is refreshed [PO-01, PO-02, PO-03]', async () => {
    const { page } = visitor;
    await page.goto('/browse');
    await isKept(page);
    const [seen, unseen] = [await tile(page, 0).getAttribute('href'), await tile(page, 1).getAttribute('href')];
    await tile(page, 0).click();
    await page.waitForURL(`**${seen}`);
    await page.getByRole('button', { name: /Add to Cart/ }).waitFor();
    const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    await isKept(page);
    await server.kill();

    await page.reload();
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe(name);
    await page.waitForFunction(() => [...document.images].some((image) => image.naturalWidth > 100));

    await page.goto(unseen ?? '');
    await page.getByText("You're offline. Click the button below to refresh.").waitFor();
    expect(new URL(page.url()).pathname).toBe(unseen);
    expect(await page.getByRole('link', { name }).getAttribute('href')).toContain(seen);
    expect(await axeViolations(page)).toEqual([]);

    server = await startServer(env());
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('button', { name: /Add to Cart/ }).waitFor();
    await page.locator('header a[href="/browse"]').click();
    await page.getByRole('heading', { name: 'Browse Gift Cards' }).waitFor();
  });

  test('once another language is chosen nothing stands in the old one: pages seen before go, the offline page comes anew', async () => {
    const { page, context } = visitor;
    await page.goto('/browse');
    await isKept(page);
    const seen = (await tile(page, 0).getAttribute('href')) ?? '';
    await page.goto(seen);
    await isKept(page);
    await page.goto('/browse');
    await page.getByRole('button', { name: 'Deutsch' }).click();
    await page.locator('html[lang=de]').waitFor({ state: 'attached' });
    await expect.poll(() => everythingKept(page)).not.toContain(seen);
    await isKept(page);
    await context.setOffline(true);
    await page.goto(seen);
    await page.getByRole('heading', { name: 'Keine Verbindung' }).waitFor();
    await page.goto('/browse');
    await page.getByRole('heading', { level: 1, name: 'Geschenkkarten ansehen' }).waitFor();
    await context.setOffline(false);
  });

  test('when the network is back the page that was asked for comes by itself', async () => {
    const { page, context } = visitor;
    await page.goto('/browse');
    await isKept(page);
    const unseen = (await tile(page, 2).getAttribute('href')) ?? '';
    await context.setOffline(true);
    await page.goto(unseen);
    await page.getByRole('button', { name: 'Refresh' }).waitFor();
    const drawing = page.locator('main img');
    await expect.poll(() => drawing.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await context.setOffline(false);
    await page.getByRole('button', { name: /Add to Cart/ }).waitFor();
  });

  test('the legal pages open', async () => {
    const { page, context } = visitor;
    await page.goto('/');
    await isKept(page);
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Privacy Policy' }).last().click();
    await page.getByRole('heading', { level: 1, name: 'Privacy Policy' }).waitFor();
    await page.getByRole('link', { name: 'Terms & Conditions' }).last().click();
    await page.waitForURL('**/terms');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('the page of a gift card on this phone opens', async () => {
    const { page, context } = visitor;
    const card = await localCard(server.send, customer, { at: '2026-11-20 09:30:00', complete: true });
    await asCustomer(context, customer, { now: new Date().toISOString(), giftCards: { [KEY]: card } });
    await page.goto(`/product/${card.id}`);
    await isKept(page);
    await context.setOffline(true);
    await page.goto(`/giftcard/add/${KEY}`);
    await page.getByRole('heading', { name: 'Who are you sending it to?' }).waitFor();
    expect(await page.getByLabel('Firstname').inputValue()).toBe('Mia');
  });

  test('nothing that belongs to a customer is kept', async () => {
    const { page, context } = visitor;
    const cardInput = await demoCard(server.send, customer, {
      at: '2027-11-20 09:30:00',
      zone: 'Australia/Sydney',
      to: '0491570157',
    });
    await fillCart(server.send, customer, [cardInput]);
    await pay(server.send, customer, 'pm_card_visa');
    await asCustomer(context, customer, { now: new Date().toISOString() });
    await page.goto('/browse');
    await isKept(page);
    for (const path of ['/account/orders', '/account/order/1', '/account/addressinformation', '/account/savedcards']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
    }
    await page.goto('/card/nosuchcardnosuchcard').then(() => page.waitForLoadState('networkidle'));
    await page.goto('/browse');
    await isKept(page);
    const kept = await everythingKept(page);
    expect(kept).toContain('/browse');
    const others = kept.filter((path) => !/^\/(assets|media)\//.test(path));
    const shared =
      /^\/(browse|product\/\d+|offline|offline-page\.js|language-of-pages|giftcard\/(add|mmstemplates|schedule|sendnoworschedule)\/-(\/-)?)$/;
    const calls = /^\/rest\/default\/V1\/mobiledigital\/(browseProducts|categories|product|seller|shopsettings)$/;
    expect(others.filter((path) => !shared.test(path) && !calls.test(path))).toEqual([]);
  });

  test('OFFLINE=off takes worker and store back from a phone that has them', async () => {
    const { page } = visitor;
    await page.goto('/browse');
    await isKept(page);
    await server.stop();
    server = await startServer(env({ OFFLINE: 'off' }));
    await page.goto('/browse');
    await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(0);
    await page.goto('/browse');
    const left = await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    expect(left).toBe(0);
    await server.stop();
    server = await startServer(env());
  });
});

describe('a new release', () => {
  const OLD = 'No password, no app, no postage.';
  const NEW = 'No password, no app, no stamp!!!';
  let browser: Browser;
  let server: RunningServer;
  let visitor: Visit | undefined;
  let shop: Release;
  const folder = dataFolder();
  let env: Record<string, string>;

  beforeAll(async () => {
    browser = await openBrowser();
  });
  beforeEach(async () => {
    shop = builtShop('giftcard');
    env = { DATA_DIR: folder.path, DATABASE_URL: '', HUMAN_CHECK: 'none', PORT: String(await freePort()) };
    server = await startServer(env, shop.folder);
  });
  afterEach(async () => {
    await visitor?.close();
    await server.stop();
    shop.remove();
    expect(visitor?.noise).toEqual([]);
  });
  afterAll(() => folder.remove());

  async function deploy(): Promise<void> {
    await server.stop();
    release(shop, { was: OLD, becomes: NEW });
    server = await startServer(env, shop.folder);
  }

  test('is what an open page becomes when the customer goes on, and not before', async () => {
    visitor = await visit(browser, { url: server.url, worker: true, expected: DEPLOYING });
    const { page } = visitor;
    await page.goto('/');
    await isKept(page);
    await page.getByText(OLD).waitFor();
    await deploy();
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.update();
    });
    const waiting = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state);
    await expect.poll(waiting).toBe('installed');
    expect(await page.getByText(OLD).count()).toBe(1);

    await page.getByRole('link', { name: 'Browse Gift Cards' }).click();
    await page.waitForURL('**/browse');
    await expect.poll(() => page.content()).toContain('~.js');
    await page.getByRole('heading', { name: 'Browse Gift Cards' }).waitFor();
    await page.goto('/');
    await page.getByText(NEW).waitFor();
  });

  test('leaves a page that stays open all its code', async () => {
    visitor = await visit(browser, { url: server.url, worker: true, expected: DEPLOYING });
    const { page } = visitor;
    await page.goto('/browse');
    await isKept(page);
    await deploy();
    await page.getByRole('button', { name: 'Cart' }).click();
    await page.getByText('Send Mobile Code').waitFor();
  });

  test('without a worker, code that is gone has the page loaded again, once', async () => {
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
