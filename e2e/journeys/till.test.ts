import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findAxeViolations } from '../steps/axe.ts';
import { measureBox } from '../steps/box.ts';
import { PHONE, type Visit, visit } from '../steps/browser.ts';
import { createDemoData, type DemoData } from '../steps/demo-data.ts';
import { launchCameraBrowser, writeFilm } from '../steps/fake-camera.ts';
import { giveCard } from '../steps/gift-card.ts';
import { type RunningServer, startServer } from '../steps/server.ts';
import { runTool } from '../steps/tool.ts';

const NOW = '2026-11-02T01:00:00Z';
const TABLET = { width: 768, height: 1024 };
const NO_NETWORK = /ERR_INTERNET_DISCONNECTED|Failed to fetch/;

let data: DemoData;
let server: RunningServer;
let browser: Browser;
let seen: Visit;
let card: { code: string; balance: number; shop: string };

beforeAll(async () => {
  data = await createDemoData();
  server = await startServer({ ...data.env, HUMAN_CHECK: 'none' });
  await server.moveTo(NOW);
  const { secret } = await giveCard(server, { to: '0491570158', message: 'For you', text: 'Lunch is on me' });
  // Uses the real time, because under a fake clock pages cannot report loaded files to the service worker.
  await server.moveTo(new Date().toISOString());
  const { body } = await server.send('GET mobiledigital/card', { query: { secret } });
  if (!body.data) throw new Error('The card is not there.');
  const { code, balance, barcode_svg, seller } = body.data;
  card = { code, balance, shop: seller.shop_url };
  const film = join(data.env.DATA_DIR, 'camera.y4m');
  await writeFilm(barcode_svg, film);
  browser = await launchCameraBrowser(film);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await data?.remove();
});

async function waitUntilKept(page: Page): Promise<void> {
  const readCaches = () =>
    page.evaluate(async () => {
      const pages = await caches.open('handsel-till');
      const code = await (await caches.open('handsel-till-code')).keys();
      return {
        worker: navigator.serviceWorker.controller?.scriptURL.endsWith('/till-worker.js'),
        code: code.some(({ url }) => /\/till\/assets\/index-[\w-]+\.js/.test(url)),
        page: (await pages.match('/till', { ignoreVary: true })) !== undefined,
      };
    });
  await expect.poll(readCaches, { timeout: 20_000 }).toEqual({ worker: true, code: true, page: true });
}

it('scans and redeems gift cards on an enrolled till, reverses a sale, and redeems nothing offline', {
  timeout: 120_000,
}, async () => {
  const settings = { ...data.env, PUBLIC_URL: server.url };
  const { stdout } = await runTool(settings, 'seller', 'till', '--seller', card.shop, '--name', 'Front counter');
  const link = stdout.match(/http\S+\/till#\S+/)?.[0] ?? '';
  seen = await visit(browser, { url: server.url, size: PHONE, worker: true, expected: NO_NETWORK });
  const { page, context, noise } = seen;
  await context.grantPermissions(['camera']);
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await page.goto(link);
  await page.getByRole('heading', { name: /^Use this device as a till for .+\?$/ }).waitFor();
  expect(new URL(page.url()).hash).toBe('');
  await button('Use as a till').click();
  await page.getByText('Front counter').waitFor();

  const onCard = page.getByRole('heading', { name: `On the card ending in ${card.code.slice(-4)}` });
  await onCard.waitFor();
  await page.getByText(`$${card.balance.toFixed(2)}`, { exact: true }).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);

  await page.setViewportSize(TABLET);
  const keypad = await measureBox(page.getByRole('group', { name: 'Amount keys' }));
  expect(keypad.x).toBeGreaterThan((await measureBox(onCard)).right);
  expect(keypad.width / 3).toBeLessThan(150);
  expect((await measureBox(button('Type an amount'))).bottom).toBeLessThan(TABLET.height);
  await page.setViewportSize(PHONE);

  for (const digits of ['5', '00']) await button(digits).click();
  await button('Take $5.00').hover();
  await page.mouse.down();
  await page.getByRole('heading', { name: '$5.00 redeemed' }).waitFor();
  await page.mouse.up();
  const left = (card.balance - 5).toFixed(2);
  await page.getByText(`Balance $${left}`).waitFor();

  await button('Undo').click();
  await button('The amount was wrong').click();
  await page.getByText(`Balance $${card.balance.toFixed(2)}`).waitFor();
  await button('Next').click();
  // The card is still in view, so the till must not open it again.
  await page.getByText('You scanned this card just now. Move it away to scan it again.').waitFor();

  await button('Today').click();
  await page.getByRole('listitem').filter({ hasText: '$5.00 refunded' }).first().waitFor();
  expect(await page.getByRole('definition').allTextContents()).toEqual(['$0.00', '0', '$5.00']);

  await waitUntilKept(page);
  await context.setOffline(true);
  await page.getByText('No network: nothing can be taken. Write the code down.').waitFor();
  await page.reload();
  await page.getByText('No network: nothing can be taken. Write the code down.').waitFor();
  await page.getByText('Front counter').waitFor();
  await context.setOffline(false);
  await page.getByText('No network').waitFor({ state: 'detached' });

  const other = await visit(browser, { url: server.url, expected: /410/ });
  await other.page.goto(link);
  await other.page.getByRole('heading', { name: 'This link does not work any more' }).waitFor();
  await other.close();

  const keys = await runTool(data.env, 'seller', 'keys', '--seller', card.shop);
  const id = /^(\d+): Front counter, till/m.exec(keys.stdout)?.[1] ?? '';
  await button('Another card').waitFor();
  await runTool(data.env, 'seller', 'revoke', '--seller', card.shop, '--key', id);
  await button('Another card').click();
  await button('Today').click();
  await page.getByRole('heading', { name: 'This till has been switched off' }).waitFor();
  expect([...noise.filter((line) => !/401/.test(line)), ...other.noise]).toEqual([]);
  await seen.close();
});

it('deletes till files that earlier service workers of the shop cached, and caches no new ones', async () => {
  const { page, close } = await visit(browser, { url: server.url, worker: true });
  await page.goto(`${server.url}/till`);
  await page.evaluate(async () => {
    await (await caches.open('handsel-pages')).put('/till', new Response('a till of before'));
    await (await caches.open('handsel-assets')).put('/assets/till-1.js', new Response('its code'));
  });
  await page.goto(`${server.url}/browse`);
  const readCaches = () =>
    page.evaluate(async () => {
      const addresses = async (name: string) => (await (await caches.open(name)).keys()).map(({ url }) => url);
      const all = [...(await addresses('handsel-pages')), ...(await addresses('handsel-assets'))];
      return {
        shop: navigator.serviceWorker.controller?.scriptURL.endsWith('/service-worker.js'),
        till: all.filter((url) => /till/.test(url)),
      };
    });
  await expect.poll(readCaches, { timeout: 20_000 }).toEqual({ shop: true, till: [] });
  await page.goto(`${server.url}/till`);
  await page.getByRole('heading', { name: /set up as a till/ }).waitFor();
  expect((await readCaches()).till).toEqual([]);
  await close();
});

it.each(['operator', 'seller'])('serves a page at /%s with the notice that it is not open yet', async (app) => {
  const { page, noise, close } = await visit(browser, { url: server.url });
  await page.goto(`${server.url}/${app}`);
  await page.getByText('is not open yet').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  expect(noise).toEqual([]);
  await page.getByRole('link', { name: 'Go to the shop' }).click();
  await page.waitForURL('**/browse');
  await close();
});
