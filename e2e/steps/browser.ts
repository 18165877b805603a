import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** Stops background requests, and allows running as root in a container. */
const FLAGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
  '--no-first-run',
  // Makes page processes children of the browser, which reaps them, so that their CPU seconds are counted.
  '--no-zygote',
];

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/**
 * Returns the packaged headless shell and its flags: a full Chromium uses 50 % more CPU time for the same journeys, and
 * requests one more file per page. E2E_BROWSER=system selects the system's Chromium or Chrome, the only choice on
 * platforms that the package does not support.
 */
export async function browserProgram(): Promise<{ executablePath: string; args: string[] }> {
  const { platform, arch } = process;
  const hasPackage = platform === 'linux' && arch === 'x64';
  if (hasPackage && process.env.E2E_BROWSER !== 'system') {
    const { default: packaged } = await import('@sparticuz/chromium');
    return { executablePath: await packaged.executablePath(), args: FLAGS };
  }
  const system = SYSTEM.find((path) => existsSync(path));
  if (system === undefined) throw new Error(`Browser tests need one of ${SYSTEM.join(', ')}; install Chromium.`);
  return { executablePath: system, args: FLAGS };
}

/**
 * Starts the browser that the workers of a test run share, since a start costs as much as a short journey. Workers find
 * it through `BROWSER_ENDPOINT`. Returns a function that closes it; its CPU seconds are counted only then.
 */
export async function startBrowser(): Promise<() => Promise<void>> {
  const server = await chromium.launchServer(await browserProgram());
  process.env.BROWSER_ENDPOINT = server.wsEndpoint();
  return () => server.close();
}

let opened: Promise<Browser> | undefined;

/** Returns this process's browser: the one shared by the test run, or its own. Each visit gets its own profile. */
export async function openBrowser(): Promise<Browser> {
  const running = await opened?.catch(() => undefined);
  if (running?.isConnected()) return running;
  const endpoint = process.env.BROWSER_ENDPOINT;
  opened = endpoint ? chromium.connect(endpoint) : browserProgram().then((program) => chromium.launch(program));
  return opened;
}

export const PHONE = { width: 390, height: 844 };
export const WIDE = { width: 1280, height: 800 };

export type Visit = {
  page: Page;
  context: BrowserContext;
  /** Errors of the page: console errors, uncaught errors, CSP violations. Must be empty at the end. */
  noise: string[];
  close(): Promise<void>;
};

type VisitOptions = {
  url: string;
  size?: typeof PHONE;
  /** Device pixels per CSS pixel. */
  density?: number;
  scheme?: 'light' | 'dark';
  /** Start time of the phone's clock, which then runs; it should match the server's. */
  now?: string;
  /** Time zone of the phone. */
  zone?: string;
  /** Allows the service worker of the offline shop; without it, every response comes from the server. */
  worker?: boolean;
  /** Errors that the test expects. */
  expected?: RegExp;
};

/** Opens a fresh browser profile on the shop and collects the errors of its pages in `noise`. */
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

/**
 * Moves the phone's clock on without running the timers that become due. `clock.fastForward` runs them, and one that
 * calls the server can change the page before the test acts.
 */
export async function passTime(page: Page, minutes: number): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.setSystemTime(now + minutes * 60_000);
}
