import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RenderItem } from '#contract/render-info.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { testShop } from '#test/support/test-catalogue.ts';

const { products, categories } = testShop;

describe.each(databaseKinds())('products-render-info on %s', (kind) => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openTestShop(kind);
  });
  afterAll(() => shop.close());

  const ask = async (query: string, rest = 'storeId=1&currencyCode=AUD') => {
    const answer = await shop.app.inject({ url: `/rest/default/V1/products-render-info?${rest}&${query}` });
    return { status: answer.statusCode, body: answer.json() };
  };
  const ids = async (query: string): Promise<number[]> => {
    const { status, body } = await ask(query);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body.items.map((item: RenderItem) => item.id);
  };
  const filter = (field: string, value: string | number, condition = 'eq', path = '0][filters][0') =>
    `searchCriteria[filterGroups][${path}][field]=${field}&searchCriteria[filterGroups][${path}][value]=${encodeURIComponent(value)}` +
    `&searchCriteria[filterGroups][${path}][conditionType]=${condition}`;
  const all = Object.values(products).toSorted((a, b) => b - a);

  it('pages through products by search criteria, newest first [CA-36, CA-38, BC-01]', async () => {
    expect(await ids('searchCriteria[pageSize]=10&searchCriteria[currentPage]=1')).toEqual(all);
    expect(await ids('searchCriteria[pageSize]=4')).toEqual(all.slice(0, 4));
    expect(await ids('searchCriteria%5Bpage_size%5D=4&searchCriteria%5Bcurrent_page%5D=2')).toEqual(all.slice(4));
    expect(
      await ids('searchCriteria[sortOrders][0][field]=created_at&searchCriteria[sortOrders][0][direction]=DESC'),
    ).toEqual(all);
  });

  it('returns the last page again for pages past the end, so that clients stop', async () => {
    for (const page of [3, 99, 2_147_483_647]) {
      expect(await ids(`searchCriteria[pageSize]=4&searchCriteria[currentPage]=${page}`)).toEqual(all.slice(4));
    }
    expect(await ids(`searchCriteria[currentPage]=7&${filter('sku', 'none')}`)).toEqual([]);
  });

  it('filters by a category and its subcategories [CA-37]', async () => {
    expect(await ids(filter('category_id', categories.home))).toEqual([products.mug, products.teapot]);
    expect(await ids(filter('category_id', categories.cards))).toEqual([products.card]);
    expect(await ids(filter('category_id', `${categories.cards},${categories.teapots}`, 'in'))).toEqual([
      products.card,
      products.teapot,
    ]);
    expect(await ids(filter('category_id', categories.home, 'neq'))).not.toContain(products.mug);
  });

  it.each([
    [filter('sku', 'MUG'), ['mug']],
    [filter('name', '%t%', 'like'), ['card', 'shirt', 'teapot']],
    [filter('name', '\\', 'like'), []],
    [`${filter('price', '30', 'from')}&${filter('price', '45', 'to', '1][filters][0')}`, ['apron', 'shirt', 'soldOut']],
    [`${filter('sku', 'MUG')}&${filter('sku', 'JUG', 'eq', '0][filters][1')}`, ['soldOut', 'mug']],
    [filter('entity_id', `${products.mug},${products.card}`, 'in'), ['card', 'mug']],
    [filter('type_id', 'configurable', 'neq'), ['soldOut', 'mug', 'teapot']],
    [filter('created_at', '2026-01-02 23:00:00', 'lt'), ['mug', 'teapot']],
    [
      filter('status', 1) +
        '&' +
        filter('visibility', '2,4', 'in', '1][filters][0') +
        '&' +
        filter('sku', 'MUG', 'eq', '2][filters][0'),
      ['mug'],
    ],
    [filter('name', '', 'null'), []],
  ] as const)('applies filter number %#', async (query, expected) => {
    expect(new Set(await ids(query))).toEqual(new Set(expected.map((name) => products[name])));
  });

  it('sorts products by the requested fields', async () => {
    const sorted = (field: string, direction: string) =>
      ids(`searchCriteria[sort_orders][0][field]=${field}&searchCriteria[sort_orders][0][direction]=${direction}`);
    const byPrice = [products.mug, products.card, products.soldOut, products.apron, products.shirt, products.teapot];
    expect(await sorted('price', 'asc')).toEqual(byPrice);
    expect((await sorted('name', 'ASC'))[0]).toBe(products.apron);
    expect(await sorted('status', 'ASC')).toEqual(all);
  });

  it("returns each product's price, stock, picture and how to buy it", async () => {
    const [shirt, jug] = (await ask(`${filter('sku', 'SHIRT,JUG', 'in')}&searchCriteria[sortOrders][0][field]=price`))
      .body.items;
    expect(shirt).toMatchObject({
      id: products.shirt,
      type: 'configurable',
      is_salable: '1',
      url: `http://shop.test/product/${products.shirt}`,
      store_id: 1,
      currency_code: 'AUD',
      price_info: { final_price: 44, max_price: 49, formatted_prices: { final_price: '$44.00', max_price: '$49.00' } },
      add_to_cart_button: { required_options: true },
    });
    expect(shirt.images[0].url).toMatch(/^http:\/\/shop\.test\/media\//);
    expect(jug).toMatchObject({ is_salable: '0', add_to_cart_button: { required_options: false } });
  });

  it.each([
    ['', 'currencyCode=AUD', '"%fieldName" is required. Enter and try again.', { fieldName: 'storeId' }],
    ['', 'storeId=1', '"%fieldName" is required. Enter and try again.', { fieldName: 'currencyCode' }],
    ['', 'storeId=1&currencyCode=USD', undefined, { fieldName: 'currencyCode', value: 'USD' }],
    ['searchCriteria[pageSize]=301', undefined, 'Maximum SearchCriteria pageSize is 300', undefined],
    ['searchCriteria[pageSize]=ten', undefined, undefined, { fieldName: 'searchCriteria.pageSize', value: 'ten' }],
    [
      filter('colour', 'red'),
      undefined,
      undefined,
      { fieldName: 'searchCriteria.filterGroups.field', value: 'colour' },
    ],
    [filter('constructor', 'red'), undefined, undefined, { value: 'constructor' }],
    [
      filter('price', 'cheap'),
      undefined,
      undefined,
      { fieldName: 'searchCriteria.filterGroups.value', value: 'cheap' },
    ],
    [filter('created_at', '2026-13-45'), undefined, undefined, { value: '2026-13-45' }],
    [filter('category_id', 'x'), undefined, undefined, { value: 'x' }],
    [
      filter('sku', 'x', 'almost'),
      undefined,
      undefined,
      { fieldName: 'searchCriteria.filterGroups.0.filters.0.conditionType' },
    ],
    [
      'searchCriteria[sortOrders][0][field]=sku&searchCriteria[sortOrders][0][direction]=up',
      undefined,
      undefined,
      { value: 'up' },
    ],
    ['searchCriteria[sortOrders][0][field]=seller_id', undefined, undefined, { value: 'seller_id' }],
  ])('returns the error for an invalid query: %s %s', async (query, rest, message, parameters) => {
    const { status, body } = await ask(query, rest);
    expect(status).toBe(400);
    expect(body).toMatchObject({ ...(message ? { message } : {}), ...(parameters ? { parameters } : {}) });
  });
});
