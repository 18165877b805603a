import { existsSync } from 'node:fs';
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

/** The system's Chromium or Chrome, else the one that comes as a package, and what to start it with. */
export async function browserProgram(): Promise<{ executablePath: string; args: string[] }> {
  const system = SYSTEM.find((path) => existsSync(path));
  if (system) return { executablePath: system, args: FLAGS };
  const { default: packaged } = await import('@sparticuz/chromium');
  return { executablePath: await packaged.executablePath(), args: FLAGS };
}

let opened: Promise<Browser> | undefined;

/** The one browser of this process, started anew after it has gone. A profile a visit keeps its users apart. */
export async function openBrowser(): Promise<Browser> {
  const running = await opened?.catch(() => undefined);
  if (running?.isConnected()) return running;
  opened = browserProgram().then((program) => chromium.launch(program));
  return opened;
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
  /** Pixels of the screen to one of the page. */
  density?: number;
  scheme?: 'light' | 'dark';
  /** The phone's own clock, which runs on from there; it should agree with the server's. */
  now?: string;
  /** Where the phone is. */
  zone?: string;
  /** The worker of the offline shop runs; without it no answer can come from anywhere but the server. */
  worker?: boolean;
  /** Noise that belongs to what the test does. */
  expected?: RegExp;
};

/** A fresh browser profile on the shop; every error the page shows or swallows is kept in `noise`. */
export async function visit(browser: Browser, options: VisitOptions): Promise<Visit> {
  const { url, size = PHONE, density = 1, scheme = 'light', now, expected, worker = false } = options;
  const { zone = 'Australia/Sydney' } = options;
  const phone = size.width < 700;
  const context = await browser.newContext({
    baseURL: url,
    viewport: size,
    deviceScaleFactor: density,
    colorScheme: scheme,
    locale: 'en-AU',
    timezoneId: zone,
    hasTouch: phone,
    isMobile: phone,
    reducedMotion: 'reduce',
    serviceWorkers: worker ? 'allow' : 'block',
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
  page.setDefaultTimeout(60_000);
  return { page, context, noise, close: () => context.close() };
}
