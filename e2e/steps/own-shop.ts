import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { openBrowser, type PHONE, type Visit, visit } from './browser.ts';
import { dataFolder, type RunningServer, startServer } from './server.ts';
import { asCustomer, type Session } from './signed-in.ts';
import { runTool } from './tool.ts';

/** The shop's clock when a file begins. */
export const SHOP_DAY = '2026-11-02T01:00:00Z';

export type Opening = {
  /** Signed in from the start, with these gift cards on the phone. */
  as?: Session;
  giftCards?: object;
  /** When the session was stored; 55 minutes later it has run out. */
  signedInAt?: string;
  /** The phone's clock, right unless said otherwise, and where the phone is. */
  now?: string;
  zone?: string;
  size?: typeof PHONE;
  density?: number;
  /** The worker of the offline shop runs. */
  worker?: boolean;
  /** Console lines that belong to what the test does. */
  expected?: RegExp;
};

export type OwnShop = {
  server(): RunningServer;
  /** What a command of an operator printed, such as command('link', '--mobile', '+61412345678'). */
  command(name: string, ...argv: string[]): Promise<string>;
  /** A fresh browser profile on a page of the shop. */
  open(path: string, opening?: Opening): Promise<Page>;
  /** The same before the page is asked for, to set up what calls answer. */
  enter(opening?: Opening): Promise<Page>;
};

/** One server for the tests of a block; each test visits afresh and must leave no noise behind. */
export function ownShop(env: Record<string, string> = {}): OwnShop {
  let browser: Browser | undefined;
  let running: RunningServer | undefined;
  let seen: Visit | undefined;
  const folder = dataFolder();

  beforeAll(async () => {
    running = await startServer({ DATA_DIR: folder.path, DATABASE_URL: '', HUMAN_CHECK: 'none', ...env });
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
    folder.remove();
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
    // Buttons that are tapped earlier are answered later; links would lead on without the page's code.
    await page.waitForFunction(() => (window as { earlyTap?: unknown }).earlyTap === undefined);
    return page;
  }
  async function command(name: string, ...argv: string[]): Promise<string> {
    const { status, stdout, stderr } = await runTool({ DATA_DIR: folder.path }, name, ...argv);
    if (status !== 0) throw new Error(stderr);
    return stdout;
  }
  return { server, command, open, enter };
}
