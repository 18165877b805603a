import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPublicPage } from '#contract/rules/public-pages.ts';
import { openTestApp, type TestApp } from '#test/support/app.ts';
import { databaseKinds } from '#test/support/database.ts';
import { testShop } from '#test/support/test-catalogue.ts';
import { registerSitemap } from './sitemap-routes.ts';

const { products, categories } = testShop;
const BASE = 'http://localhost:3000';

describe.each(databaseKinds())('sitemap (%s)', (kind) => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await openTestApp(kind, { register: (app, context) => registerSitemap(app, context, { partSize: 2 }) });
  });
  afterAll(() => shop.close());

  const read = async (path: string) => (await shop.app.inject(path)).payload;
  const addresses = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
  const paths = async (path: string) => addresses(await read(path)).map((address) => address?.slice(BASE.length));

  it('names the sitemap in robots.txt and disallows crawling of API calls', async () => {
    const answer = await shop.app.inject('/robots.txt');
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.payload).toBe(`User-agent: *\nDisallow: /rest/\n\nSitemap: ${BASE}/sitemap.xml\n`);
  });

  it('lists sitemap parts that together contain every public page exactly once', async () => {
    const index = await shop.app.inject('/sitemap.xml');
    expect(index.headers['content-type']).toBe('application/xml; charset=utf-8');
    const parts = await paths('/sitemap.xml');
    expect(parts).toContain('/sitemap/products-3.xml');
    expect(parts).not.toContain('/sitemap/products-4.xml');
    const all = (await Promise.all(parts.map((part) => paths(part ?? '')))).flat();
    expect(all.length).toBe(new Set(all).size);
    expect(all.filter((path) => !isPublicPage(path ?? ''))).toEqual([]);
    const { home, kitchen, teapots, cards } = categories;
    expect(all.sort()).toEqual(
      [
        '/',
        '/browse',
        '/help',
        '/terms',
        '/privacy',
        ...[home, kitchen, teapots, cards].map((id) => `/category/${id}`),
        ...Object.values(products).map((id) => `/product/${id}`),
        '/sellerprofile/teapots',
        '/sellerprofile/prints',
      ].sort(),
    );
  });

  it('sets lastmod of a page to the date of the newest content on it', async () => {
    expect(await read('/sitemap/products-1.xml')).toContain(
      `<url><loc>${BASE}/product/${products.mug}</loc><lastmod>2026-01-02T00:00:00.000Z</lastmod></url>`,
    );
    expect(await read('/sitemap/categories-1.xml')).toMatch(
      new RegExp(`/category/${categories.home}</loc><lastmod>2026-01-02T`),
    );
    expect(await read('/sitemap/sellers-1.xml')).toMatch(/sellerprofile\/prints<\/loc><lastmod>2026-01-06T/);
  });

  it('encodes special characters of a shop URL in the sitemap', async () => {
    const { name, description, popupDescription, logo, image, suppliedByImage } = await shop.stored.one('sellers', {
      id: 1,
    });
    const texts = { name, description, popupDescription, logo, image, suppliedByImage };
    await shop.stored.add('sellers', { ...texts, shopUrl: `Tom & "Sons"/<x>'s`, flatShippingCents: 0 });
    expect(await paths('/sitemap/sellers-2.xml')).toEqual(['/sellerprofile/Tom%20%26%20%22Sons%22%2F%3Cx%3E&#39;s']);
  });

  it('returns 404 for an unknown part of the sitemap', async () => {
    const wrong = ['products-4.xml', 'products-0.xml', 'pages-2.xml', 'orders-1.xml', 'products-1', '..%2Frobots.txt'];
    for (const file of wrong) {
      expect([file, (await shop.app.inject(`/sitemap/${file}`)).statusCode]).toEqual([file, 404]);
    }
  });
});
