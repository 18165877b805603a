import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { SHOP_DAY, setUpShop } from '../steps/own-shop.ts';
import { waitUntilUsable } from '../steps/usable.ts';

/** Time at which the phone's clock is paused, so that no timer or frame fires. */
const STILL = new Date(Date.parse(SHOP_DAY) + 600_000);
const SHORTLY_MS = 1_900;
const PATIENCE_MS = 2_000;

describe('the first view', () => {
  const shop = setUpShop();

  async function openWithoutPictures(path: string) {
    const page = await shop.enter({ expected: /ERR_FAILED/ });
    const code = watchCode(page);
    const { promise: decided, resolve: decide } = Promise.withResolvers<'arrive' | 'fail'>();
    await page.route('**/media/**', async (route) => ((await decided) === 'arrive' ? route.continue() : route.abort()));
    const request = page.waitForRequest('**/media/**');
    await page.clock.pauseAt(STILL);
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await request;
    return { page, code, decide };
  }

  function watchCode(page: Page): string[] {
    const files: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('.js')) files.push(request.url());
    });
    return files;
  }

  it.each(['/browse', '/product/1'])(
    'loads the code of %s only after the page’s pictures are painted',
    async (path) => {
      const { page, code, decide } = await openWithoutPictures(path);
      await page.clock.runFor(SHORTLY_MS);
      expect(code).toEqual([]);
      decide('arrive');
      await page.waitForFunction(() => [...document.images].some(({ naturalWidth }) => naturalWidth > 0));
      expect(code).toEqual([]);
      await page.clock.resume();
      await waitUntilUsable(page);
      expect(code.length).toBeGreaterThan(3);
    },
  );

  it('makes the page usable when its pictures fail to load', async () => {
    const { page, code, decide } = await openWithoutPictures('/browse');
    decide('fail');
    await page.clock.resume();
    await waitUntilUsable(page);
    expect(code.length).toBeGreaterThan(3);
  });

  it('makes the page usable after two seconds when pictures never arrive', async () => {
    const { page, code } = await openWithoutPictures('/browse');
    await page.clock.runFor(PATIENCE_MS);
    await waitUntilUsable(page);
    expect(code.length).toBeGreaterThan(3);
  });

  it("loads the page's code immediately on a tap, and handles the tap", async () => {
    const { page, code } = await openWithoutPictures('/browse');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await expect.poll(() => code.length).toBeGreaterThan(3);
    await page.clock.resume();
    await page.getByRole('dialog').getByRole('tab', { name: 'Account' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
  });

  it("loads the page's code immediately on a key press", async () => {
    const { page, code } = await openWithoutPictures('/browse');
    await page.keyboard.press('Tab');
    await expect.poll(() => code.length).toBeGreaterThan(3);
    await waitUntilUsable(page);
  });

  it('does not wait for pictures when the service worker has cached the code', async () => {
    const page = await shop.open('/browse', { worker: true });
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.clock.pauseAt(STILL);
    await page.reload();
    await waitUntilUsable(page);
  });
});
