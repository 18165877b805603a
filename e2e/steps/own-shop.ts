import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { openBrowser, type PHONE, type Visit, visit } from './browser.ts';
import { type DemoData, demoData } from './demo-data.ts';
import { type RunningServer, startServer } from './server.ts';
import { asCustomer, type Session } from './signed-in.ts';
import { runTool } from './tool.ts';
import { usable } from './usable.ts';

/** The shop's time at the start of a test file. */
export const SHOP_DAY = '2026-11-02T01:00:00Z';

export type Opening = {
  /** Starts signed in with this session, and with these gift cards on the phone. */
  as?: Session;
  giftCards?: object;
  /** When the session was stored; it expires 55 minutes later. */
  signedInAt?: string;
  /** The phone's clock (default: `SHOP_DAY`) and time zone. */
  now?: string;
  zone?: string;
  size?: typeof PHONE;
  density?: number;
  /** Allows the service worker of the offline shop. */
  worker?: boolean;
  /** Console errors that the test expects. */
  expected?: RegExp;
};

export type OwnShop = {
  server(): RunningServer;
  /** Runs an operator's command and returns its output, such as command('link', '--mobile', '+61412345678'). */
  command(name: string, ...argv: string[]): Promise<string>;
  /** Opens a page of the shop in a fresh browser profile. */
  open(path: string, opening?: Opening): Promise<Page>;
  /** Opens a fresh browser profile without loading a page, so that tests can mock responses first. */
  enter(opening?: Opening): Promise<Page>;
};

/**
 * Runs one server for the tests of a block, on a copy of the demonstration shop in the run's default database. Each test
 * gets a fresh browser profile and must cause no page errors. `isEmbedded`: uses the embedded database, where commands
 * run in the server process, with its clock and secrets.
 */
export function ownShop(env: Record<string, string> = {}, { isEmbedded = false } = {}): OwnShop {
  let browser: Browser | undefined;
  let running: RunningServer | undefined;
  let seen: Visit | undefined;
  let data: DemoData | undefined;

  beforeAll(async () => {
    data = await demoData({ isEmbedded: isEmbedded || env.DATA_DIR !== undefined });
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
    // Before the page's code has loaded, taps on buttons are replayed later and links load whole pages.
    await usable(page);
    return page;
  }
  async function command(name: string, ...argv: string[]): Promise<string> {
    const { status, stdout, stderr } = await runTool(data?.env ?? {}, name, ...argv);
    if (status !== 0) throw new Error(stderr);
    return stdout;
  }
  return { server, command, open, enter };
}
