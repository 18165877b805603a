import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { openBrowser, type PHONE, type Visit, visit } from './browser.ts';
import { createDemoData, type DemoData } from './demo-data.ts';
import { type RunningServer, startServer } from './server.ts';
import { asCustomer, type Session } from './signed-in.ts';
import { runTool } from './tool.ts';
import { waitUntilUsable } from './usable.ts';

export const SHOP_DAY = '2026-11-02T01:00:00Z';

export type Opening = {
  as?: Session;
  giftCards?: object;
  /** When the customer signed in. The session expires 50 minutes later. */
  signedInAt?: string;
  now?: string;
  zone?: string;
  size?: typeof PHONE;
  density?: number;
  worker?: boolean;
  expected?: RegExp;
};

export type OwnShop = {
  server(): RunningServer;
  command(name: string, ...argv: string[]): Promise<string>;
  open(path: string, opening?: Opening): Promise<Page>;
  /** Opens no page, so that tests can mock responses first. */
  enter(opening?: Opening): Promise<Page>;
};

/**
 * Runs a server on a copy of the demo shop. Each test gets a fresh browser profile and must cause no page errors. If
 * `isEmbedded`, commands run in the server process, with its clock and secrets.
 */
export function setUpShop(env: Record<string, string> = {}, { isEmbedded = false } = {}): OwnShop {
  let browser: Browser | undefined;
  let running: RunningServer | undefined;
  let seen: Visit | undefined;
  let data: DemoData | undefined;

  beforeAll(async () => {
    data = await createDemoData({ isEmbedded: isEmbedded || env.DATA_DIR !== undefined });
    running = await startServer({ ...data.env, HUMAN_CHECK: 'none', ...env });
    browser = await openBrowser();
    await running.moveTo(SHOP_DAY);
  });
  afterEach(async () => {
    const noise = seen?.noise ?? [];
    await seen?.close();
    seen = undefined;
    expect(noise).toEqual([]);
  });
  afterAll(async () => {
    await running?.stop();
    await data?.remove();
  });

  function server(): RunningServer {
    if (!running) throw new Error('The server is not there yet.');
    return running;
  }
  async function enter({ as, giftCards, signedInAt = SHOP_DAY, expected, ...screen }: Opening = {}): Promise<Page> {
    if (!browser) throw new Error('The browser is not there yet.');
    seen = await visit(browser, { url: server().url, now: SHOP_DAY, ...screen, ...(expected ? { expected } : {}) });
    if (as) await asCustomer(seen.context, as, { now: signedInAt, ...(giftCards ? { giftCards } : {}) });
    return seen.page;
  }
  async function open(path: string, opening?: Opening): Promise<Page> {
    const page = await enter(opening);
    await page.goto(path);
    // Before its code has loaded, the page queues taps, and links load whole documents.
    await waitUntilUsable(page);
    return page;
  }
  async function command(name: string, ...argv: string[]): Promise<string> {
    const { status, stdout, stderr } = await runTool(data?.env ?? {}, name, ...argv);
    if (status !== 0) throw new Error(stderr);
    return stdout;
  }
  return { server, command, open, enter };
}
