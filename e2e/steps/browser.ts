import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** Quiet without a network, and safe to run as root in a container. */
const FLAGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
  '--no-first-run',
];

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** The system's Chromium or Chrome, else the one that comes as a package. */
export async function openBrowser(): Promise<Browser> {
  const system = SYSTEM.find((path) => existsSync(path));
  if (system) return chromium.launch({ executablePath: system, args: FLAGS });
  const { default: packaged } = await import('@sparticuz/chromium');
  return chromium.launch({ executablePath: await packaged.executablePath(), args: FLAGS });
}

export const PHONE = { width: 390, height: 844 };
export const WIDE = { width: 1280, height: 800 };

export type Visit = {
  page: Page;
  context: BrowserContext;
  /** What went wrong in the page: console errors, uncaught errors, broken policy. Must be empty at the end. */
  noise: string[];
  close(): Promise<void>;
};

type VisitOptions = {
  url: string;
  size?: typeof PHONE;
  scheme?: 'light' | 'dark';
  /** The phone's own clock, which runs on from there; it should agree with the server's. */
  now?: string;
  /** Noise that belongs to what the test does. */
  expected?: RegExp;
};

/** A fresh browser profile on the shop; every error the page shows or swallows is kept in `noise`. */
export async function visit(browser: Browser, options: VisitOptions): Promise<Visit> {
  const { url, size = PHONE, scheme = 'light', now, expected } = options;
  const phone = size.width < 700;
  const context = await browser.newContext({
    baseURL: url,
    viewport: size,
    colorScheme: scheme,
    locale: 'en-AU',
    timezoneId: 'Australia/Sydney',
    hasTouch: phone,
    isMobile: phone,
    reducedMotion: 'reduce',
  });
  if (now) await context.clock.install({ time: new Date(now) });
  const noise: string[] = [];
  const keep = (text: string): void => {
    if (!expected?.test(text)) noise.push(text);
  };
  context.on(
    'console',
    (message) => message.type() === 'error' && keep(`${message.text()} (${message.location().url})`),
  );
  context.on('weberror', (error) => keep(String(error.error())));
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  return { page, context, noise, close: () => context.close() };
}

/** Every accessibility problem axe finds on the page as it stands, in words. */
export async function axeProblems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return violations.map(
    (found) => `${found.id} on ${page.url()}: ${found.nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`,
  );
}

const SCREENS = join(import.meta.dirname, '../../docs/screens');

/** Keeps a picture of the screen when SCREENS=1 asks for it; the README shows some of them. */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env.SCREENS !== '1') return;
  mkdirSync(SCREENS, { recursive: true });
  await page.screenshot({ path: join(SCREENS, `${name}.jpg`), type: 'jpeg', quality: 72 });
}
