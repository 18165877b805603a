import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { openBrowser, type Visit, visit } from './browser.ts';
import { createDemoData, type DemoData } from './demo-data.ts';
import { findFreePort, type RunningServer, startServer } from './server.ts';
import { type Session, signInCustomer } from './signed-in.ts';

const NO_NETWORK = /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_FAILED|Failed to fetch|nosuchcard/;

export type OfflineShop = {
  server(): RunningServer;
  customer(): Session;
  visitor(): Visit;
  startAgain(env?: Record<string, string>): Promise<void>;
};

export function setUpOfflineShop(): OfflineShop {
  let browser: Browser;
  let server: RunningServer;
  let visitor: Visit;
  let port: string;
  let customer: Session;
  let data: DemoData;

  const start = (env: Record<string, string> = {}) =>
    startServer({ ...data.env, HUMAN_CHECK: 'none', PORT: port, ...env });

  beforeAll(async () => {
    data = await createDemoData();
    port = String(await findFreePort());
    server = await start();
    customer = await signInCustomer(server);
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
    await data.remove();
  });

  return {
    server: () => server,
    customer: () => customer,
    visitor: () => visitor,
    async startAgain(env) {
      server = await start(env);
    },
  };
}

/** Returns the paths of all cached requests, with their bearer tokens. */
export const listCachedRequests = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const stores = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return stores.flat().map(({ url, headers }) => new URL(url).pathname + (headers.get('authorization') ?? ''));
  });

export const tile = (page: Page, index: number) => page.locator('article').nth(index).getByRole('link');
