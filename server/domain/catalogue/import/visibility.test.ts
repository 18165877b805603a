import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestFolder, formatRowErrors, load } from '#test/support/catalogue-files.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

const HEAD = 'sku,product_type,name,price,qty,product_online,visibility,categories,additional_attributes\n';
const row = (sku: string, visibility: string, online = '1') =>
  `${sku},simple,Wombat ${sku},5.00,9,${online},"${visibility}",Default Category/Burrow,vendor=Warren\n`;

type Places = Record<
  'lists' | 'category' | 'seller' | 'search' | 'suggestions' | 'sitemap' | 'render' | 'page',
  string[]
>;

const nowhere = { lists: [], category: [], seller: [], search: [], suggestions: [], sitemap: [], render: [] };

describe.each(databaseKinds())('visibility of imported products on %s', (kind) => {
  const files = createTestFolder();
  let shop: TestShop;
  afterAll(() => files.remove());
  beforeEach(async () => {
    shop = await openTestShop(kind);
  });
  afterEach(() => shop.close());

  const bring = async (content: string) => {
    const path = files.write('p.csv', content);
    return formatRowErrors(await load(shop.context.database, [path]), [path]);
  };
  const wombats = async () => (await shop.stored.all('products')).filter(({ name }) => name.startsWith('Wombat'));
  const get = async (path: string) => (await shop.app.inject(`/rest/default/V1/${path}`)).json();

  async function places(): Promise<Places> {
    const products = (await wombats()).toSorted((product, other) => (product.sku < other.sku ? -1 : 1));
    const skus = products.map(({ sku }) => sku);
    const { entityId: category } = await shop.stored.one('categories', { name: 'Burrow' });
    const among = (tiles: { id: number }[]) =>
      products.filter(({ id }) => tiles.some((tile) => tile.id === id)).map(({ sku }) => sku);
    const tiles = async (path: string) => among((await get(`mobiledigital/${path}`)).data);
    const pages = await Promise.all(
      products.map(({ id }) => shop.app.inject(`/rest/default/V1/mobiledigital/product?product_id=${id}`)),
    );
    const sitemap = (await shop.app.inject('/sitemap/products-1.xml')).payload;
    const render = 'products-render-info?searchCriteria[pageSize]=50&storeId=1&currencyCode=AUD';
    const facets = (await get('mobiledigital/facets?q=wombat')).data;
    const found = await tiles('search?q=wombat&page=1');
    expect(facets.total).toBe(found.length);
    const listed = await tiles(`categoryProducts?category_id=${category}&page=1`);
    expect((await get(`mobiledigital/facets?category_id=${category}`)).data.total).toBe(listed.length);
    return {
      lists: await tiles('browseProducts?page=1&sort=price_up&price_max=5'),
      category: listed,
      seller: among((await get('mobiledigital/sellerInformation?seller_url=warren')).products),
      search: found,
      suggestions: among((await get('mobiledigital/suggest?q=wombat')).data.products),
      sitemap: products.filter(({ id }) => sitemap.includes(`/product/${id}<`)).map(({ sku }) => sku),
      render: among((await get(render)).items),
      page: skus.filter((_, index) => pages[index]?.statusCode === 200 && pages[index]?.json().data?.id),
    };
  }

  it('shows Catalog products only in lists and Search products only in search, and both in the sitemap', async () => {
    const shownRows = [row('BOTH', 'Catalog, Search'), row('LIST', 'Catalog'), row('FIND', 'Search')];
    expect(await bring(HEAD + shownRows.join('') + row('OFF', 'Catalog, Search', '2'))).toEqual([
      'p.csv:5:6 warning: product_online: the product is switched off; it is not sold.',
    ]);
    const [all, lists, search] = [
      ['BOTH', 'FIND', 'LIST'],
      ['BOTH', 'LIST'],
      ['BOTH', 'FIND'],
    ];
    expect(await places()).toEqual({
      lists,
      category: lists,
      seller: lists,
      search,
      suggestions: search,
      sitemap: all,
      render: all,
      page: all,
    });
    const filtered =
      'searchCriteria[filterGroups][0][filters][0][field]=visibility&searchCriteria[filterGroups][0][filters][0][value]=2';
    const { items } = await get(`products-render-info?${filtered}&storeId=1&currencyCode=AUD`);
    expect(items.map(({ name }: { name: string }) => name)).toEqual(['Wombat LIST']);
  });

  it('treats 0, 2, no and disabled as switched off, ignoring upper and lower case', async () => {
    const offValues = ['0', '2', 'no', 'No', 'disabled', 'Disabled'];
    const rows = offValues.map((online, index) => row(`OFF-${index}`, 'Catalog, Search', online));
    const on = ['1', 'yes', 'enabled', ''].map((online, index) => row(`ON-${index}`, 'Catalog, Search', online));
    expect(await bring(HEAD + [...rows, ...on].join(''))).toHaveLength(offValues.length);
    const sold = (await wombats()).filter(({ visibility }) => visibility !== 'off');
    expect(sold.map(({ sku }) => sku).toSorted()).toEqual(['ON-0', 'ON-1', 'ON-2', 'ON-3']);
  });

  it('hides a product that is switched off later, and prevents its sale even from an existing cart', async () => {
    await bring(HEAD + row('BOTH', 'Catalog, Search'));
    const wren = await shop.customer();
    await wren.fillCart([], { BOTH: 1 });

    await bring(HEAD + row('BOTH', 'Catalog, Search', 'disabled'));
    expect(await places()).toEqual({ ...nowhere, page: [] });
    expect(await shop.stored.one('variants', { sku: 'BOTH' })).toMatchObject({ qty: 9 });
    const cartItem = { sku: 'BOTH', qty: 1 };
    const addResponse = await shop.send('POST carts/mine/items', { token: wren.token, body: { cartItem } });
    expect([addResponse.status, addResponse.body.code]).toEqual([404, 'unknown_sku']);
    const paid = await wren.pay();
    expect([paid.status, paid.body.code]).toEqual([400, 'qty_not_available']);

    await bring(HEAD + row('BOTH', 'Search'));
    expect(await places()).toMatchObject({ lists: [], search: ['BOTH'], page: ['BOTH'] });
  });

  it('shows a product that is unlisted in Shopify only at its own URL', async () => {
    const content =
      'Handle,Title,Vendor,Variant SKU,Variant Price,Type,Status\nden,Wombat den,Warren,DEN,5,Burrow,unlisted\n';
    expect(await bring(content)).toEqual([]);
    expect(await places()).toEqual({ ...nowhere, page: ['DEN'] });
  });

  it('shows a product with unknown WooCommerce visibility only at its own URL, with a warning', async () => {
    const content =
      'Type,SKU,Name,Vendor,Published,Visibility in catalog,Regular price,Categories\nsimple,DEN,Wombat den,Warren,1,members,5,Burrow\n';
    expect(await bring(content)).toEqual([
      'p.csv:2:6 warning: visibility in catalog: "members" is not a known value (visible, catalog, search or hidden); customers find the product only by its address.',
    ]);
    expect(await places()).toEqual({ ...nowhere, page: ['DEN'] });
  });
});
