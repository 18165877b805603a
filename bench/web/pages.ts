import { type LaunchedChrome, launch } from 'chrome-launcher';
import { findBrowserProgram } from '#e2e/steps/browser.ts';
import { fetchCategoryTree, findTile, isGiftCard } from '#e2e/steps/catalogue.ts';
import { prepareDemoCard } from '#e2e/steps/demo-card.ts';
import { createDataFolder, type RunningServer, startServer } from '#e2e/steps/server.ts';
import { signInCustomer } from '#e2e/steps/signed-in.ts';
import { fillCart, pay } from '#test/support/customer.ts';
import type { Brand } from '../../tools/web/web-build.ts';

export type ShownPage = { name: string; path: string; skipAudits?: string[] };

export async function withBuiltShop<T>(brand: Brand, use: (server: RunningServer) => Promise<T>): Promise<T> {
  const folder = createDataFolder();
  const server = await startServer({ DATA_DIR: folder.path, DATABASE_URL: '', BRAND: brand, HUMAN_CHECK: 'none' });
  try {
    return await use(server);
  } finally {
    await server.stop();
    folder.remove();
  }
}

export async function withChrome<T>(use: (chrome: LaunchedChrome) => Promise<T>): Promise<T> {
  const { executablePath, args } = await findBrowserProgram();
  const chrome = await launch({ chromePath: executablePath, chromeFlags: [...args, '--headless'], logLevel: 'silent' });
  try {
    return await use(chrome);
  } finally {
    chrome.kill();
  }
}

export async function listShownPages(server: RunningServer): Promise<ShownPage[]> {
  await server.moveTo('2026-11-02T01:00:00Z');
  const card = await findTile(server, isGiftCard);
  const [category] = await fetchCategoryTree(server);
  const { data: seller } = (await server.send('GET mobiledigital/seller', { query: { product_id: card.id } })).body;
  return [
    { name: 'home', path: '/' },
    { name: 'browse', path: '/browse' },
    { name: 'category', path: `/category/${category?.entity_id}` },
    { name: 'product', path: `/product/${card.id}` },
    { name: 'seller', path: `/sellerprofile/${seller?.shop_url}` },
    // The gift card page is secret and must not be indexed, which Lighthouse would report.
    { name: 'card', path: await createCardPath(server), skipAudits: ['is-crawlable'] },
  ];
}

async function createCardPath(server: RunningServer): Promise<string> {
  const to = '+61491570157';
  const customer = await signInCustomer(server);
  const when = { scheduledAt: '2026-11-02 12:00:00', zone: 'Australia/Sydney', to: '0491570157' };
  await fillCart(server.send, customer, [await prepareDemoCard(server.send, customer, when)]);
  await pay(server.send, customer, 'pm_card_visa');
  for (let tries = 0; tries < 150; tries += 1) {
    const text = (await server.phone(to)).find((message) => message.kind === 'sms');
    if (text) return new URL(/http\S+/.exec(text.text)?.[0] ?? '').pathname;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The gift did not arrive.');
}
