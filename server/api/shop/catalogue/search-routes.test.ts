import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '#test/support/app.ts';
import { databaseKinds } from '#test/support/database.ts';
import { testShop } from '#test/support/test-catalogue.ts';
import { registerCatalogue } from './catalogue-routes.ts';

const { products, categories } = testShop;

describe.each(databaseKinds())('search calls on %s', (kind) => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await openTestApp(kind, { register: registerCatalogue });
  });
  afterAll(() => shop.close());
  const get = (path: string) => shop.call('GET', `mobiledigital/${path}`);
  const ids = async (path: string) => (await get(path)).body.data.map((tile: { id: number }) => tile.id);

  it('returns search results as product tiles, with the corrected search text', async () => {
    const { body } = await get('search?q=tepot');
    expect(body).toMatchObject({ status: true, meant: 'teapot' });
    const [listed] = (await get(`categoryProducts?category_id=${categories.teapots}`)).body.data;
    expect(body.data[0]).toEqual(listed);
    expect(await ids('search?q=blue')).toEqual([products.shirt]);
    expect((await get('search')).body).toEqual({ status: true, data: [], meant: '' });
  });

  it('suggests products with prices, sellers with logos, and categories with their parent category', async () => {
    const { data } = (await get('suggest?q=teapots')).body;
    const [tile] = (await get(`products?ids=${data.products[0].id}`)).body.data;
    expect(data.products[0]).toMatchObject({ price: tile.price, type_id: tile.type_id });
    expect(data.sellers).toEqual([
      { name: 'Teapots & Co', shop_url: 'teapots', logo: expect.objectContaining({ id: 'logo' }) },
    ]);
    expect(data.categories).toEqual([{ entity_id: categories.teapots, value: 'Teapots', above: 'Kitchen' }]);
  });

  it('filters and sorts product lists', async () => {
    expect(await ids('browseProducts?sort=price_up')).toEqual([
      products.mug,
      products.card,
      products.soldOut,
      products.apron,
      products.shirt,
      products.teapot,
    ]);
    expect(await ids('browseProducts?in_stock=1&kind=product&seller=prints')).toEqual([products.apron, products.shirt]);
    expect(await ids('browseProducts?price_min=30&price_max=44')).toEqual([
      products.apron,
      products.shirt,
      products.soldOut,
    ]);
    expect(await ids(`categoryProducts?category_id=${categories.home}&sort=name`)).toEqual([
      products.mug,
      products.teapot,
    ]);
  });

  it('returns facets that match the filtered product list', async () => {
    expect((await get('facets')).body.data).toEqual({
      total: 6,
      in_stock: 5,
      kinds: { product: 5, giftcard: 1 },
      sellers: [
        { shop_url: 'teapots', name: 'Teapots & Co', count: 4 },
        { shop_url: 'prints', name: 'Prints', count: 2 },
      ],
      more_sellers: 0,
      price: { min: 12.5, max: 59.95 },
    });
    expect((await get(`facets?category_id=${categories.home}&seller=prints`)).body.data).toMatchObject({
      total: 0,
      sellers: [{ shop_url: 'teapots', count: 2 }],
    });
  });

  it('returns products in the order of the requested ids, without duplicates or unknown ids', async () => {
    const { mug, card } = products;
    expect(await ids(`products?ids=${card},999,${mug},${card}`)).toEqual([card, mug]);
  });

  it.each([
    `search?q=${'x'.repeat(201)}`,
    'search?q=a&page=0',
    `suggest?q=${'x'.repeat(201)}`,
    'browseProducts?sort=random',
    'browseProducts?price_min=-1',
    'browseProducts?price_max=x',
    `browseProducts?seller=${encodeURIComponent("a'b")}`,
    'browseProducts?in_stock=yes',
    'facets?kind=card',
    'products?ids=',
    'products?ids=1;2',
    `products?ids=${Array.from({ length: 21 }, (_, index) => index).join(',')}`,
  ])('rejects the request %s', async (path) => {
    expect((await get(path)).status).toBe(400);
  });
});
