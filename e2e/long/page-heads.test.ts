import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { fetchCategoryTree, findTile, isGiftCard } from '../steps/catalogue.ts';
import { setUpShop } from '../steps/own-shop.ts';

async function readHead(page: Page) {
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

describe('the head of a page', () => {
  const { server, open } = setUpShop();

  it("responds to unknown API calls with the API's error format for every HTTP method", async () => {
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

  it('describes every public page, with a picture that messaging apps can show', async () => {
    const card = await findTile(server(), isGiftCard);
    const seller = (await server().send('GET mobiledigital/seller', { query: { product_id: card.id } })).body.data;
    const [category] = await fetchCategoryTree(server());
    const paths = {
      '/': ['Organization', 'WebSite'],
      '/browse': ['ItemList'],
      [`/category/${category?.entity_id}`]: ['BreadcrumbList', 'ItemList'],
      [`/product/${card.id}`]: ['Product', 'BreadcrumbList'],
      [`/sellerprofile/${seller?.shop_url}`]: ['Store', 'ItemList'],
      '/help': [],
      '/terms': [],
      '/privacy': [],
    };
    const page = await open('/');
    const titles = new Set<string>();
    for (const [path, types] of Object.entries(paths)) {
      const response = await page.goto(`${path}?utm_source=text`);
      expect(response?.headers()['x-robots-tag'], path).toBeUndefined();
      const { title, canonical, all, things } = await readHead(page);
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

  it('keeps unknown categories out of search engines', async () => {
    const path = '/category/999999';
    expect((await fetch(server().url + path)).status).toBe(404);
    const page = await open(path, { expected: /status of 404/ });
    expect((await readHead(page)).all.robots).toBe('noindex');
  });
});

describe('installable apps', () => {
  const { server, open } = setUpShop();

  it.each([
    { path: '/browse', named: '/manifest.webmanifest', scope: '/' },
    { path: '/till', named: '/till.webmanifest', scope: '/till' },
  ])(
    'links on $path to a manifest that starts that app, and serves all its icons',
    async ({ path: address, named, scope }) => {
      const page = await open(address);
      expect(await page.locator('link[rel=manifest]').getAttribute('href')).toBe(named);
      const manifest = await page.request.get(named);
      expect(manifest.headers()['content-type']).toMatch(/^application\/manifest\+json/);
      const { icons, ...rest } = await manifest.json();
      expect(rest).toMatchObject({ start_url: address, scope, display: 'standalone' });
      expect(icons).toHaveLength(3);
      const iconPaths = [...icons.map(({ src }: { src: string }) => src), '/favicon.ico', '/apple-touch-icon.png'];
      for (const path of iconPaths) expect([path, (await fetch(server().url + path)).status]).toEqual([path, 200]);
    },
  );
});
