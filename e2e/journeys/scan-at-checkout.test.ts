import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PHONE, type Visit, visit } from '../steps/browser.ts';
import { addItemToCart, findTile, isSimple } from '../steps/catalogue.ts';
import { createDemoData, type DemoData } from '../steps/demo-data.ts';
import { launchCameraBrowser, writeFilm } from '../steps/fake-camera.ts';
import { giveCard } from '../steps/gift-card.ts';
import { type RunningServer, startServer } from '../steps/server.ts';
import { asCustomer, signInCustomer } from '../steps/signed-in.ts';

const NOW = '2026-11-02T01:00:00Z';

let data: DemoData;
let server: RunningServer;
let browser: Browser;
let seen: Visit;
let card: { code: string; shop: string; seller: string };

beforeAll(async () => {
  data = await createDemoData();
  server = await startServer({ ...data.env, HUMAN_CHECK: 'none' });
  await server.moveTo(NOW);
  const { secret } = await giveCard(server, { to: '0491570158', message: 'For you', text: 'Lunch is on me' });
  const { body } = await server.send('GET mobiledigital/card', { query: { secret } });
  if (!body.data) throw new Error('The card is not there.');
  const { code, barcode_svg, seller } = body.data;
  card = { code, shop: seller.shop_url, seller: seller.name };
  const film = join(data.env.DATA_DIR, 'camera.y4m');
  await writeFilm(barcode_svg, film);
  browser = await launchCameraBrowser(film);
});
afterAll(async () => {
  await seen?.close();
  await browser?.close();
  await server?.stop();
  await data?.remove();
});

it('scans a gift card at the checkout, even when the customer arrived from the browse page', {
  timeout: 90_000,
}, async () => {
  const as = await signInCustomer(server, '+61412000051');
  const goods = await findTile(server, (tile) => isSimple(tile) && tile.seller_name === card.seller);
  await addItemToCart(server, as, { sku: goods.sku, qty: 1 });
  seen = await visit(browser, { url: server.url, size: PHONE, now: NOW });
  const { page, context, noise } = seen;
  await context.grantPermissions(['camera']);
  await asCustomer(context, as, { now: NOW });
  await page.goto('/browse');
  await page.getByRole('button', { name: 'Cart, 1 item', exact: true }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Checkout' }).click();
  await page.getByRole('button', { name: 'Enter a code' }).click();
  // The policy of the loaded page blocks the camera, so scanning reloads the checkout.
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Scan with the camera' }).click();
  await loaded;
  const last4 = card.code.replaceAll('-', '').slice(-4);
  await page.getByText(`Gift card ending ${last4}`).first().waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(noise).toEqual([]);
});
