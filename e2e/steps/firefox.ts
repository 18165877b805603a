import { existsSync } from 'node:fs';
import { type Browser, type Locator, launch, type Page } from 'puppeteer-core';
import { PHONE } from './browser.ts';

const SYSTEM = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

export function findFirefoxProgram(): string {
  const system = SYSTEM.find((path) => existsSync(path));
  if (!system) throw new Error('There is no Firefox on this machine: install it, on Debian the package firefox-esr.');
  return system;
}

/** Uses Puppeteer, because Firefox lacks a command that Playwright sends (emulation.setMediaFeaturesOverride). */
export function openFirefox(): Promise<Browser> {
  const extraPrefsFirefox = {
    'intl.accept_languages': 'en-AU, en',
    'ui.prefersReducedMotion': 1,
    // Overlay scroll bars take no space, as on a phone.
    'ui.useOverlayScrollbars': 1,
  };
  return launch({ browser: 'firefox', executablePath: findFirefoxProgram(), extraPrefsFirefox });
}

export type FirefoxVisit = {
  page: Page;
  noise: string[];
};

export async function visitInFirefox(browser: Browser): Promise<FirefoxVisit> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.setViewport(PHONE);
  await page.emulateTimezone('Australia/Sydney');
  const noise: string[] = [];
  const isCancelled = trackCancelledLoads(page);
  page.on('console', (message) => {
    if (message.type() === 'error' && !isCancelled(message.text())) noise.push(message.text());
  });
  page.on('pageerror', (error) => noise.push(error instanceof Error ? error.message : String(error)));
  // Records failed responses, which Firefox's console omits.
  page.on('response', (answer) => answer.status() >= 400 && noise.push(`${answer.status()} ${answer.url()}`));
  return { page, noise };
}

/** Matches console errors about loads that the page cancelled while the service worker responded. */
function trackCancelledLoads(page: Page): (message: string) => boolean {
  const cancelled = new Set<string>();
  page.on('requestfailed', (request) => {
    if (request.failure()?.errorText === 'NS_BINDING_ABORTED') cancelled.add(request.url());
  });
  return (message) => {
    const url = /^Failed to load ‘(.+)’\. A ServiceWorker intercepted the request/.exec(message)?.[1];
    return url !== undefined && cancelled.has(url);
  };
}

const locateByRole = (page: Page, role: string, name: string): Locator<Element> =>
  page.locator(`::-p-aria([name="${name}"][role="${role}"])`);

export const click = (page: Page, role: string, name: string): Promise<void> => locateByRole(page, role, name).click();

export const fillField = (page: Page, name: string, text: string, role = 'textbox'): Promise<void> =>
  locateByRole(page, role, name).fill(text);

/** Waits for the heading, and throws if the page overflows horizontally. */
export async function arriveAt(page: Page, heading: string): Promise<void> {
  await locateByRole(page, 'heading', heading).wait();
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  if (tooWide > 0) throw new Error(`"${heading}" can be moved sideways, by ${tooWide} pixels.`);
}

export async function waitForText(page: Page, text: string): Promise<void> {
  await page.locator(`::-p-text(${text})`).wait();
}
