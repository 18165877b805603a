import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ownShop, SHOP_DAY } from '../steps/own-shop.ts';
import { usable } from '../steps/usable.ts';

/** Of the phone's clock when a page is opened: it stands still, no timer and no frame comes by itself. */
const STILL = new Date(Date.parse(SHOP_DAY) + 600_000);
/** Shorter than the page waits for pictures, and as long as it does. */
const SHORTLY_MS = 1_900;
const PATIENCE_MS = 2_000;

describe('the first view', () => {
  const shop = ownShop();

  /** Opens `path` on a phone whose clock stands still and whose pictures wait for what is decided. */
  async function openWithoutPictures(path: string) {
    const page = await shop.enter({ expected: /ERR_FAILED/ });
    const code = watchCode(page);
    const { promise: decided, resolve: decide } = Promise.withResolvers<'arrive' | 'fail'>();
    await page.route('**/media/**', async (route) => ((await decided) === 'arrive' ? route.continue() : route.abort()));
    const asked = page.waitForRequest('**/media/**');
    await page.clock.pauseAt(STILL);
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await asked;
    return { page, code, decide };
  }

  /** The files of code that were asked for. */
  function watchCode(page: Page): string[] {
    const files: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('.js')) files.push(request.url());
    });
    return files;
  }

  it.each(['/browse', '/product/1'])('%s asks for code only when its pictures are painted', async (path) => {
    const { page, code, decide } = await openWithoutPictures(path);
    await page.clock.runFor(SHORTLY_MS);
    expect(code).toEqual([]);
    decide('arrive');
    await page.waitForFunction(() => [...document.images].some(({ naturalWidth }) => naturalWidth > 0));
    expect(code).toEqual([]);
    await page.clock.resume();
    await usable(page);
    expect(code.length).toBeGreaterThan(3);
  });

  it('pictures that fail keep nobody from using the page', async () => {
    const { page, code, decide } = await openWithoutPictures('/browse');
    decide('fail');
    await page.clock.resume();
    await usable(page);
    expect(code.length).toBeGreaterThan(3);
  });

  it('pictures that never come keep nobody waiting for longer than two seconds', async () => {
    const { page, code } = await openWithoutPictures('/browse');
    await page.clock.runFor(PATIENCE_MS);
    await usable(page);
    expect(code.length).toBeGreaterThan(3);
  });

  it('a tap asks for the code at once, and is answered', async () => {
    const { page, code } = await openWithoutPictures('/browse');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await expect.poll(() => code.length).toBeGreaterThan(3);
    await page.clock.resume();
    await page.getByRole('dialog').getByRole('tab', { name: 'Account' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
  });

  it('so does a key', async () => {
    const { page, code } = await openWithoutPictures('/browse');
    await page.keyboard.press('Tab');
    await expect.poll(() => code.length).toBeGreaterThan(3);
    await usable(page);
  });

  it('where the worker has the code, it waits for nothing', async () => {
    const page = await shop.open('/browse', { worker: true });
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.clock.pauseAt(STILL);
    await page.reload();
    await usable(page);
  });
});
