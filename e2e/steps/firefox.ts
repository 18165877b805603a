import { existsSync } from 'node:fs';
import { type Browser, type Locator, launch, type Page } from 'puppeteer-core';
import { PHONE } from './browser.ts';

const SYSTEM = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

/** The Firefox of the system. Without one: what to do about it. */
export function firefoxProgram(): string {
  const system = SYSTEM.find((path) => existsSync(path));
  if (!system) throw new Error('There is no Firefox on this machine: install it, on Debian the package firefox-esr.');
  return system;
}

/** The system's Firefox. Playwright asks it for what it does not know (emulation.setMediaFeaturesOverride). */
export function openFirefox(): Promise<Browser> {
  const extraPrefsFirefox = {
    'intl.accept_languages': 'en-AU, en',
    'ui.prefersReducedMotion': 1,
    // As on a phone: scroll bars take no room.
    'ui.useOverlayScrollbars': 1,
  };
  return launch({ browser: 'firefox', executablePath: firefoxProgram(), extraPrefsFirefox });
}

export type FirefoxVisit = {
  page: Page;
  /** What went wrong in the page: console errors, uncaught errors, broken policy, failed answers. */
  noise: string[];
};

/** A fresh profile of the size of a phone. */
export async function visitInFirefox(browser: Browser): Promise<FirefoxVisit> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.setViewport(PHONE);
  await page.emulateTimezone('Australia/Sydney');
  const noise: string[] = [];
  const isCancelled = cancelledLoads(page);
  page.on('console', (message) => {
    if (message.type() === 'error' && !isCancelled(message.text())) noise.push(message.text());
  });
  page.on('pageerror', (error) => noise.push(error instanceof Error ? error.message : String(error)));
  // Chromium's console has these, Firefox's has not.
  page.on('response', (answer) => answer.status() >= 400 && noise.push(`${answer.status()} ${answer.url()}`));
  return { page, noise };
}

/**
 * Returns a test for what the console says of a load that the page itself cancelled while its service worker was answering,
 * such as a picture of a screen that the visitor left. A worker that fails has another error.
 */
function cancelledLoads(page: Page): (said: string) => boolean {
  const cancelled = new Set<string>();
  page.on('requestfailed', (request) => {
    if (request.failure()?.errorText === 'NS_BINDING_ABORTED') cancelled.add(request.url());
  });
  return (said) => {
    const url = /^Failed to load ‘(.+)’\. A ServiceWorker intercepted the request/.exec(said)?.[1];
    return url !== undefined && cancelled.has(url);
  };
}

/** What has this role and this name for somebody who hears the page. */
const named = (page: Page, role: string, name: string): Locator<Element> =>
  page.locator(`::-p-aria([name="${name}"][role="${role}"])`);

/** Clicks once it is there and stands still. */
export const click = (page: Page, role: string, name: string): Promise<void> => named(page, role, name).click();

/** Types as a customer does. */
export const type = (page: Page, name: string, text: string, role = 'textbox'): Promise<void> =>
  named(page, role, name).fill(text);

/** Waits for the page with this heading, which must not be wider than the screen. */
export async function arriveAt(page: Page, heading: string): Promise<void> {
  await named(page, 'heading', heading).wait();
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  if (tooWide > 0) throw new Error(`"${heading}" can be moved sideways, by ${tooWide} pixels.`);
}

/** Waits for a text anywhere on the page. */
export async function seeText(page: Page, text: string): Promise<void> {
  await page.locator(`::-p-text(${text})`).wait();
}
