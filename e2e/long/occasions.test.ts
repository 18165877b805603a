import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findAxeViolations } from '../steps/axe.ts';
import { listTiles } from '../steps/catalogue.ts';
import { setUpShop } from '../steps/own-shop.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const row = (page: Page) => page.getByRole('navigation', { name: 'Occasions' });

describe('gift cards for an occasion', () => {
  const shop = setUpShop();

  it('renders the list of occasions, and the products of one occasion, on the server', async () => {
    const read = async (path: string) => (await fetch(shop.server().url + path)).text();
    expect(await read('/browse')).toContain('href="/browse?occasion=new-baby"');
    const html = await read('/browse?occasion=new-baby');
    expect(html).toContain('<title>New baby | Handsel Gift Cards</title>');
    expect(html).toMatch(/<h1[^>]*>New baby<\/h1>/);
    expect(html).toContain(`<link rel="canonical" href="${shop.server().url}/browse?occasion=new-baby"/>`);
    for (const { id } of await listTiles(shop.server(), { occasion: 'new-baby' }))
      expect(html).toContain(`href="/product/${id}"`);
    expect(await read('/browse?occasion=easter')).toMatch(/<h1[^>]*>Browse Gift Cards<\/h1>/);
  });

  it('shows tiles of equal size with one-line labels, even with 200% text', async () => {
    const page = await shop.open('/browse');
    for (const size of ['100%', '200%']) {
      await page.evaluate((to) => document.documentElement.style.setProperty('font-size', to), size);
      const places = await row(page).evaluate((nav) =>
        [...nav.querySelectorAll('a')].map((link) => {
          const [picture, words] = [link.querySelector('img'), link.querySelector('span')];
          if (!picture || !words) throw new Error('A tile has no picture or no words.');
          const { top, width, height } = picture.getBoundingClientRect();
          return [top, width, height, words.getBoundingClientRect().top, words.scrollWidth - words.clientWidth];
        }),
      );
      expect(places).toHaveLength(11);
      expect(new Set(places.map(String)).size, String(places)).toBe(1);
      expect(places[0]?.[4]).toBe(0);
    }
  });

  it('moves focus through the occasions in visual order with the keyboard', async () => {
    const page = await shop.open('/browse');
    await row(page).getByRole('link').first().focus();
    for (let index = 0; index < 10; index += 1) await page.keyboard.press('Tab');
    const last = row(page).getByRole('link').last();
    await expect.poll(() => last.evaluate((link) => link === document.activeElement)).toBe(true);
    const box = await last.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true);
    await page.keyboard.press('Enter');
    await heading(page, 'Thinking of you').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  });
});
