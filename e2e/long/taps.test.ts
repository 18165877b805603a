import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { holdCode } from '../steps/calls.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { waitUntilUsable } from '../steps/usable.ts';

describe('taps', () => {
  const shop = setUpShop();
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  it('validates a form that the visitor submitted before the page’s code had loaded', async () => {
    const page = await shop.enter();
    const release = await holdCode(page, 'entry.client');
    await page.goto('/');
    await button(page, 'Request a Demo').click();
    expect(await page.getByText('Please enter a first name').count()).toBe(0);
    release();
    await page.getByText('Please enter a first name').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  it("handles a tap exactly once when the popup's code was still loading", async () => {
    const page = await shop.enter();
    const release = await holdCode(page, 'later');
    await page.goto('/browse');
    await button(page, 'Menu').click();
    await expect.poll(() => button(page, 'Menu').getAttribute('aria-expanded')).toBe('true');
    expect(await page.getByRole('dialog').count()).toBe(0);
    release();
    await page.getByRole('dialog').getByRole('tab', { name: 'Account' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
  });

  it('reloads the page on a tap when the popup’s code failed to load and the network is back', async () => {
    const page = await shop.enter({ expected: /ERR_CONNECTION_FAILED|dynamically imported/ });
    const code = '**/assets/later*';
    await page.route(code, (route) => route.abort('connectionfailed'));
    const missed = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/later'));
    await page.goto('/browse');
    await missed;
    await page.unroute(code);
    await expect
      .poll(async () => {
        await button(page, 'Menu').click();
        return page.getByRole('dialog').getByRole('tab', { name: 'Account' }).count();
      })
      .toBe(1);
  });

  it('reloads the page on a tap when the framework’s code failed to load and the network is back', async () => {
    const page = await shop.enter({ expected: /ERR_CONNECTION_FAILED|Failed to fetch/ });
    const code = '**/assets/framework*';
    await page.route(code, (route) => route.abort('connectionfailed'));
    await page.goto('/browse');
    await waitUntilUsable(page);
    await page.unroute(code);
    const reloaded = page.waitForEvent('domcontentloaded');
    await button(page, 'Menu').click();
    await reloaded;
    await button(page, 'Menu').click();
    await page.getByRole('dialog').getByRole('tab', { name: 'Account' }).waitFor();
  });

  it('accepts a tap on Buy Now as soon as it is painted on a slow phone', async () => {
    const page = await shop.enter();
    const release = await holdCode(page, 'entry.client');
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto('/browse', { waitUntil: 'commit' });
    const buy = page.getByRole('button', { name: 'Buy Now' }).first();
    await buy.click();
    release();
    await page.getByRole('dialog', { name: 'Send Mobile Code' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
  });

  it('accepts a tap immediately on a tile that scrolled to the position of the last tap', async () => {
    const page = await shop.open('/browse');
    const [title, tile] = [
      page.getByRole('heading', { level: 1 }),
      page.locator('article a[href^="/product/"]').nth(3),
    ];
    const [above, below] = [await title.boundingBox(), await tile.boundingBox()];
    if (!above || !below) throw new Error('The list is not there.');
    const place = { x: below.x + below.width / 2, y: above.y + above.height / 2 };
    await page.mouse.click(place.x, place.y);
    await page.mouse.wheel(0, below.y + below.height / 2 - place.y);
    await page.waitForFunction(({ x, y }) => document.elementFromPoint(x, y)?.closest('a[href^="/product/"]'), place);
    await page.mouse.click(place.x, place.y);
    await page.waitForURL('**/product/*');
  });
});
