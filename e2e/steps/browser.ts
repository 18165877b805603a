import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** These flags stop background requests and let root start the browser. */
const FLAGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
  '--no-first-run',
  // Starts page processes as child processes of the browser, so that their CPU time is counted.
  '--no-zygote',
];

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/**
 * Prefers the packaged headless shell, because full Chromium uses 50% more CPU time. Set E2E_BROWSER=system to use the
 * installed browser, for example on platforms without a package.
 */
export async function findBrowserProgram(): Promise<{ executablePath: string; args: string[] }> {
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
 * Starts a browser that all workers share, because starting one costs as much as a short journey. Its CPU time is
 * counted only once the returned function closes it.
 */
export async function startBrowser(): Promise<() => Promise<void>> {
  const server = await chromium.launchServer(await findBrowserProgram());
  process.env.BROWSER_ENDPOINT = server.wsEndpoint();
  return () => server.close();
}

let opened: Promise<Browser> | undefined;

export async function openBrowser(): Promise<Browser> {
  const running = await opened?.catch(() => undefined);
  if (running?.isConnected()) return running;
  const endpoint = process.env.BROWSER_ENDPOINT;
  opened = endpoint ? chromium.connect(endpoint) : findBrowserProgram().then((program) => chromium.launch(program));
  return opened;
}

export const PHONE = { width: 390, height: 844 };
export const WIDE = { width: 1280, height: 800 };

export type Visit = {
  page: Page;
  context: BrowserContext;
  /** Console errors, uncaught errors and violations of the content security policy. */
  noise: string[];
  close(): Promise<void>;
};

type VisitOptions = {
  url: string;
  size?: typeof PHONE;
  density?: number;
  scheme?: 'light' | 'dark';
  /** The phone's time at the start, which should match the server's. */
  now?: string;
  zone?: string;
  worker?: boolean;
  expected?: RegExp;
};

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
 * Moves the phone's clock without running timers that are due, because their API calls could change the page.
 * `clock.fastForward` would run them.
 */
export async function passTime(page: Page, minutes: number): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.setSystemTime(now + minutes * 60_000);
}
