import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { categoryTree, isGiftCard, someTile } from '../steps/catalogue.ts';
import { ownShop } from '../steps/own-shop.ts';

const EVERY_PAGE = [
  ...['/', '/browse', '/category/999999', '/search', '/product/999999', '/sellerprofile/nobody'],
  ...['/giftcard/add/x', '/giftcard/edit/x', '/giftcard/mmstemplates/x/x', '/giftcard/schedule/x/x'],
  ...['/giftcard/sendnoworschedule/x/x', '/updateproduct/1', '/checkout', '/success'],
  ...['/register', '/signin', '/expiredlink', '/autologin/x'],
  ...['/account', '/account/addressinformation', '/account/addaddress', '/account/personaldetails'],
  ...['/account/savedcards', '/account/orders', '/account/order/1'],
  ...['/terms', '/privacy', '/card/nosuchcardnosuchcard', '/phone', '/offline', '/404'],
];

/** What a page says of itself to those who only read its head. */
async function headOf(page: Page) {
  return page.evaluate(() => {
    const metas = [...document.querySelectorAll('meta[property], meta[name]')];
    const pairs = metas.map((meta) => [meta.getAttribute('property') ?? meta.getAttribute('name'), meta]);
    const all = Object.fromEntries(pairs.map(([name, meta]) => [name, (meta as HTMLMetaElement).content]));
    const data = [...document.querySelectorAll('script[type="application/ld+json"]')];
    return {
      title: document.title,
      canonical: document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href,
      all: all as Record<string, string>,
      things: data.flatMap((block) => {
        const parsed = JSON.parse(block.textContent ?? '');
        return (parsed['@graph'] ?? [parsed]) as Record<string, unknown>[];
      }),
    };
  });
}

describe('links that look good', () => {
  const { server, open } = ownShop();

  test('an address that is no call is no page of the shop: errors of calls, whatever the method', async () => {
    for (const path of ['/rest', '/rest/default/V1/nothing/here', '/rest/default/V1/mobiledigital/sendmobilecode/']) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD']) {
        if (method === 'POST' && path.includes('sendmobilecode')) continue;
        const answer = await fetch(server().url + path, { method });
        expect(`${method} ${path} ${answer.status}`).toBe(`${method} ${path} 404`);
        expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
        const body = method === 'HEAD' ? '' : '{"code":"no_route","message":"Request does not match any route."}';
        expect(await answer.text()).toBe(body);
      }
    }
  });

  test('every page of the shop window says what it is, with a picture a messenger can show', async () => {
    const card = await someTile(server(), isGiftCard);
    const seller = (await server().send('GET mobiledigital/seller', { query: { product_id: card.id } })).body.data;
    const [category] = await categoryTree(server());
    const paths = {
      '/': ['Organization', 'WebSite'],
      '/browse': ['ItemList'],
      [`/category/${category?.entity_id}`]: ['BreadcrumbList', 'ItemList'],
      [`/product/${card.id}`]: ['Product', 'BreadcrumbList'],
      [`/sellerprofile/${seller?.shop_url}`]: ['Store', 'ItemList'],
      '/terms': [],
      '/privacy': [],
    };
    const page = await open('/');
    const titles = new Set<string>();
    for (const [path, types] of Object.entries(paths)) {
      const response = await page.goto(`${path}?utm_source=text`);
      expect(response?.headers()['x-robots-tag'], path).toBeUndefined();
      const { title, canonical, all, things } = await headOf(page);
      titles.add(title);
      expect(canonical, path).toBe(server().url + path);
      expect(all, path).toMatchObject({
        'og:title': title,
        'og:url': canonical,
        'og:type': 'website',
        'og:site_name': 'Handsel Gift Cards',
        'og:locale': 'en_AU',
        'og:image:width': '1200',
        'og:image:height': '630',
        'twitter:card': 'summary_large_image',
      });
      expect(all.description?.length, path).toBeGreaterThan(30);
      expect(all['og:description']).toBe(all.description);
      expect(all.robots, path).toBeUndefined();
      expect(things.map((thing) => thing['@type'])).toEqual(types);
      const picture = await (await fetch(all['og:image'] ?? '')).arrayBuffer();
      expect(await sharp(picture).metadata(), path).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    }
    expect(titles.size).toBe(Object.keys(paths).length);
  });

  test('the next page has its own address and picture, and leaves nothing of the one before', async () => {
    const page = await open('/browse');
    await page.locator('article a').first().click();
    await page.waitForURL('**/product/*');
    await page.locator('meta[property="og:image"][content*="/share/"]').waitFor({ state: 'attached' });
    const { canonical, all } = await headOf(page);
    expect(canonical).toBe(page.url());
    expect(all['og:url']).toBe(page.url());
    expect(await page.locator('link[rel=canonical]').count()).toBe(1);
    expect(await page.locator('meta[property="og:image"]').count()).toBe(1);
  });

  test('every page carries one title from its first answer on, also while a session is read or data is on its way [RT-23, RT-28, RT-34]', async () => {
    for (const path of EVERY_PAGE) {
      const html = await (await fetch(server().url + path)).text();
      const titles = [...html.matchAll(/<title[^>]*>([^<]*)<\/title>/g)].map(([, words]) => words);
      expect([path, titles]).toEqual([path, [expect.stringMatching(/Handsel/)]]);
    }
  });

  test('pages that belong to somebody, and what is not there, stay out of search engines', async () => {
    const page = await open('/');
    for (const path of [
      '/checkout',
      '/account',
      '/account/orders',
      '/signin',
      '/register',
      '/giftcard/add/x',
      '/phone',
    ]) {
      const answer = await page.request.get(path);
      expect([path, answer.headers()['x-robots-tag']]).toEqual([path, 'noindex']);
    }
    const secret = await page.request.get('/card/nosuchcardnosuchcard');
    expect(secret.headers()['x-robots-tag']).toBe('noindex, nofollow');
    await page.goto('/category/999999');
    expect((await headOf(page)).all.robots).toBe('noindex');
  });
});

describe('installable', () => {
  const { server, open } = ownShop();

  test.each([
    { path: '/browse', named: '/manifest.webmanifest', scope: '/' },
    { path: '/till', named: '/till.webmanifest', scope: '/till' },
  ])('$path names a manifest that opens it, and whose icons are there', async ({ path: at, named, scope }) => {
    const page = await open(at);
    expect(await page.locator('link[rel=manifest]').getAttribute('href')).toBe(named);
    const manifest = await page.request.get(named);
    expect(manifest.headers()['content-type']).toMatch(/^application\/manifest\+json/);
    const { icons, ...rest } = await manifest.json();
    expect(rest).toMatchObject({ start_url: at, scope, display: 'standalone' });
    expect(icons).toHaveLength(3);
    const iconPaths = [...icons.map(({ src }: { src: string }) => src), '/favicon.ico', '/apple-touch-icon.png'];
    for (const path of iconPaths) expect([path, (await fetch(server().url + path)).status]).toEqual([path, 200]);
  });
});
