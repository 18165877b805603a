import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { axeViolations } from '../steps/axe.ts';
import { WIDE } from '../steps/browser.ts';
import { allTiles, isGiftCard } from '../steps/catalogue.ts';
import { type DeliveredCard, giveCard } from '../steps/gift-card.ts';
import { localCard } from '../steps/local-card.ts';
import { ownShop } from '../steps/own-shop.ts';
import { customerOf, type Session } from '../steps/signed-in.ts';

const NARROW = { width: 360, height: 740 };
const key = 'aaaaaaaa-0000-4000-8000-000000000004';
/** The German catalogue as the build names it. */
const CATALOGUE = /\/assets\/de-[^/]*\.js/;

describe('the shop in German', () => {
  const shop = ownShop();
  let customer: Session;
  let deliveredCard: DeliveredCard;
  let giftCards: Record<string, object>;

  beforeAll(async () => {
    const server = shop.server();
    deliveredCard = await giveCard(server, { to: '0491570157', message: 'Well done, Mia!', text: 'Lunch is on me' });
    await server.moveTo('2026-11-02T01:02:00Z');
    customer = await customerOf(server);
    giftCards = { [key]: await localCard(server.send, customer, { at: '2026-11-20 09:30:00', complete: true }) };
  });

  const german = async (page: Page): Promise<Page> => {
    await page.context().addCookies([{ name: 'language', value: 'de', url: shop.server().url }]);
    return page;
  };
  const recordUrls = (page: Page): string[] => {
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url()));
    return urls;
  };

  test('a button in the footer shows every page in it, prices too, and the choice stays', async () => {
    const page = await shop.open('/browse');
    await page.getByRole('heading', { level: 1, name: 'Browse Gift Cards' }).waitFor();
    const price = page.getByText(/^From \$25\.00 AUD$/).first();
    await price.waitFor();
    await page.getByRole('button', { name: 'Deutsch' }).click();
    await page.locator('html[lang=de]').waitFor({ state: 'attached' });
    const sees = async () => {
      await page.getByRole('heading', { level: 1, name: 'Geschenkkarten ansehen' }).waitFor();
      await page
        .getByText(/^ab 25,00\sAUD$/)
        .first()
        .waitFor();
      await page.getByRole('contentinfo').getByRole('link', { name: 'Datenschutz' }).waitFor();
      expect(await price.count()).toBe(0);
    };
    await sees();
    await page.reload();
    await sees();
    await page.getByRole('button', { name: 'Menü' }).click();
    await page.getByRole('dialog').getByRole('tab', { name: 'Konto' }).click();
    await page.getByRole('button', { name: 'Anmelden' }).waitFor();
    await page.goto('/');
    await page.getByRole('heading', { level: 1, name: 'Du brauchst nur ihre Handynummer' }).waitFor();
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('heading', { level: 1, name: 'All you need is their mobile number' }).waitFor();
  });

  test('on a small phone the bars take little, and amounts are seen at once', async () => {
    const small = { width: 360, height: 640 };
    const path = `/giftcard/schedule/${key}/${key}`;
    const page = await german(await shop.enter({ as: customer, giftCards, size: small }));
    await page.goto(path);
    const top = async (name: string | RegExp) =>
      (await page.getByRole('button', { name }).first().boundingBox())?.y ?? 0;
    await page.getByRole('button', { name: 'Speichern' }).waitFor();
    expect(small.height - (await top('Speichern'))).toBeLessThan(small.height / 8);
    const tiles = await allTiles(shop.server());
    await page.goto(`/product/${tiles.find(isGiftCard)?.id}`);
    const amount = page.locator('[data-amount]').first();
    const box = await amount.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0) / 2).toBeLessThan(await top('In den Warenkorb'));
    expect(small.height - (await top('In den Warenkorb'))).toBeLessThan(small.height / 8);
  });

  test('the server renders it: each visitor in the language of their own cookie', async () => {
    const read = async (cookie: string) => {
      const answer = await fetch(`${shop.server().url}/browse`, { headers: { cookie } });
      return answer.text();
    };
    const [one, other] = await Promise.all([read('language=de'), read('language=xx')]);
    expect([/<html lang="([^"]*)"/.exec(one)?.[1], /<html lang="([^"]*)"/.exec(other)?.[1]]).toEqual(['de', 'en-AU']);
    expect([one.includes('Geschenkkarten ansehen'), one.includes('Browse Gift Cards')]).toEqual([true, false]);
    expect([other.includes('Geschenkkarten ansehen'), other.includes('Browse Gift Cards')]).toEqual([false, true]);
  });

  test('who reads English loads no catalogue', async () => {
    const page = await shop.enter();
    const urls = recordUrls(page);
    await page.goto('/browse');
    await page.waitForLoadState('networkidle');
    expect(urls.filter((url) => CATALOGUE.test(url))).toEqual([]);
    await german(page);
    await page.goto('/browse');
    await page.waitForLoadState('networkidle');
    expect(urls.filter((url) => CATALOGUE.test(url))).toHaveLength(1);
  });

  test('what a rule rejects is said in German', async () => {
    const page = await german(await shop.enter());
    await page.goto('/');
    await page.getByRole('button', { name: 'Vorführung anfragen' }).click();
    await page.getByText('Bitte gib einen Vornamen ein', { exact: true }).waitFor();
    await page.getByText('Bitte gib eine E-Mail-Adresse ein', { exact: true }).waitFor();
  });

  test('legal texts stay English, are marked so, and say that this text counts', async () => {
    const page = await german(await shop.enter());
    await page.goto('/terms');
    await page.getByText('Dieser Text ist auf Englisch, und es gilt der englische Wortlaut.').waitFor();
    const heading = page.getByRole('heading', { level: 2 }).first();
    expect(await heading.evaluate((element) => element.closest('[lang]')?.getAttribute('lang'))).toBe('en-AU');
    await page.getByText('11. September 2020').waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });

  test('amounts of a gift card and hints of the filter have their currency where German has it', async () => {
    const page = await german(await shop.enter({ size: WIDE }));
    await page.goto(`/product/${deliveredCard.cardInput.productId}`);
    const amounts = page.locator('[data-amount]:enabled');
    await amounts.first().waitFor();
    for (const text of await amounts.allInnerTexts()) expect(text).toMatch(/^\d+(,\d\d)?\sAUD$/);
    await page.goto('/browse');
    const least = page.locator('[name=price_min]');
    await page.waitForFunction(() => document.querySelector('[name=price_min][placeholder*="AUD"]'));
    expect(await least.getAttribute('placeholder')).toMatch(/^\d+\sAUD$/);
    await page.goto('/browse?price_min=10&price_max=60');
    await page.getByText(/^10 bis 60\sAUD$/).waitFor();
  });

  test('an order has its amounts as German writes them, on the list and on its page', async () => {
    const page = await german(await shop.enter({ as: customer }));
    await page.goto('/account/orders');
    const order = page.getByRole('article');
    await order.getByText(/^25,00\sAUD$/).waitFor();
    await order.getByRole('link').click();
    await page.waitForURL('**/account/order/*');
    await expect.poll(() => page.getByText(/^25,00\sAUD$/).count()).toBe(4);
  });

  test('nothing is wider than a narrow phone', async () => {
    const page = await german(await shop.enter({ as: customer, giftCards, size: NARROW, expected: /404/ }));
    const paths = [
      '/',
      '/browse',
      `/product/${deliveredCard.cardInput.productId}`,
      '/checkout',
      '/account',
      '/404',
      deliveredCard.path,
      '/terms',
    ];
    for (const path of paths) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForLoadState('networkidle');
      const [lang, wide] = await page.evaluate(() => [
        document.documentElement.lang,
        document.documentElement.scrollWidth,
      ]);
      expect([path, lang, wide]).toEqual([path, 'de', NARROW.width]);
    }
  });

  test('the recipient reads the card in their own language; the picture stays as it was sent', async () => {
    const page = await german(await shop.enter());
    await page.goto(deliveredCard.path);
    await page.getByRole('heading', { level: 1, name: 'Mia, Wren hat ein Geschenk für dich' }).waitFor();
    await page.getByText('Einlösbar bis 2. November 2029').waitFor();
    await page.getByRole('img', { name: /For Mia\. / }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });
});
