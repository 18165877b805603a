import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TileProduct } from '#contract/catalogue.ts';
import type { ListQuery } from '#contract/shapes/listing.ts';
import type { Context } from '#server/context.ts';
import { loadDemoCatalogue } from '#server/domain/catalogue/import/demo/demo-catalogue-store.ts';
import { createChanges } from '#server/platform/database/changes.ts';
import type { Database } from '#server/platform/database/database.ts';
import { readSettings } from '#server/settings.ts';
import { anyCharacter } from '#test/generators/any-character.ts';
import { databaseKinds, openTestDatabase } from '#test/support/database.ts';
import { countSent } from '#test/support/round-trips.ts';
import { foldInDatabase } from '#test/support/search-words.ts';
import { storedRows } from '#test/support/stored.ts';
import { browseCategory, browseProducts } from '../listing/browse.ts';
import { computeFacets } from './facets.ts';
import { search, suggest } from './search.ts';
import { foldText } from './search-words.ts';

const now = new Date('2026-11-02T00:00:00Z');
const COFFEE = 50;

describe.each(databaseKinds())('search on %s', (kind) => {
  let database: Database;
  let context: Context;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    context = { database, changes: createChanges(database), settings: readSettings({}) } as Context;
    await loadDemoCatalogue(database, { now });
  });
  afterAll(() => database.close());

  const found = async (q: string, filters: ListQuery = {}) => search(context, { q, page: 1, ...filters });
  const names = async (q: string) => (await found(q)).data.map((tile) => tile.name);

  async function whole(read: (page: number) => Promise<TileProduct[]>): Promise<TileProduct[]> {
    const tiles: TileProduct[] = [];
    for (let page = 1; page <= 50; page += 1) {
      const pageTiles = await read(page);
      tiles.push(...pageTiles);
      if (pageTiles.length < 10) break;
    }
    return tiles;
  }
  const all = (filters: ListQuery = {}) => whole((page) => browseProducts(context, page, filters));
  const results = (q: string, filters: ListQuery = {}) =>
    whole(async (page) => (await search(context, { q, page, ...filters })).data);

  it('folds search text in the database exactly as the server does', async () => {
    const letters = fc.string({
      unit: fc
        .nat({ max: 0x17f })
        .filter(Boolean)
        .map((code) => String.fromCodePoint(code)),
    });
    const texts = ['Café & Crème', 'Children’s books', '  A–Z ', 'Øre, Łódź', '100% wool_', ...fc.sample(letters, 300)];
    expect(await foldInDatabase(database, texts)).toEqual(texts.map(foldText));
    expect(foldText('Café & Crème')).toBe(' cafe creme ');
  });

  it.each([
    ['moon mug', 'Moon Mug'],
    ['MUGS', 'Moon Mug'],
    ['mon', 'Monstera'],
    ['set of three', 'Nesting Bowls, Set of Three'],
    ['devils ivy', 'Hanging Devil’s Ivy'],
    ['Devil’s', 'Hanging Devil’s Ivy'],
    ['chái', 'Sticky Chai'],
  ])('searches for %s as typed and has %s in the first five results', async (q, name) => {
    const { meant, data } = await found(q);
    expect(data.map((tile) => tile.name).slice(0, 5)).toContain(name);
    expect(meant).toBe('');
  });

  it.each([
    ['lantren', 'Firelight Lantern', 'lantern'],
    ['monstra', 'Monstera', 'monstera'],
    ['mgu', 'Moon Mug', 'mug'],
    ['jaket', 'Snowgum Rain Jacket', 'jacket'],
    ['candel', 'River Mint Candle', 'candle'],
    ['brithday card', 'Tide & Kiln Studio Shelf Card', 'birthday card'],
    ['moon verandha', 'Moon Mug', 'moon verandah'],
  ])('corrects the search %s and finds %s', async (q, name, meant) => {
    const answer = await found(q);
    expect(answer.data.map((tile) => tile.name)).toContain(name);
    expect(answer.meant).toBe(meant);
  });

  it('corrects cofee and finds all products of the coffee roaster and the coffee category', async () => {
    const { meant } = await found('cofee');
    expect(meant).toBe('coffee');
    const ids = (await results('cofee')).map((tile) => tile.id);
    const coffee = await whole((page) => browseCategory(context, { categoryId: COFFEE, page }));
    expect(coffee.filter((tile) => !ids.includes(tile.id))).toEqual([]);
  });

  it.each([
    ['Kaffee', 'coffee'],
    ['Bücher', 'books'],
    ['Gutschein', 'gift card'],
  ])('translates the German word %s to %s', async (q, meant) => {
    expect((await found(q)).meant).toBe(meant);
    expect(await names(q)).toEqual(await names(meant));
    expect((await names(q)).length).toBeGreaterThan(0);
  });

  it('does not correct a German word for a product the shop lacks', async () => {
    expect(await found('Schmuck')).toEqual({ data: [], meant: '' });
  });

  it('finds products by seller name, colour and parent category', async () => {
    const sold = await results('tide kiln');
    expect(sold.length).toBeGreaterThan(5);
    expect(new Set(sold.map((tile) => tile.seller_name))).toEqual(new Set(['Tide & Kiln']));
    expect(await names('terracotta')).toContain('Shallow Bowl');
    const plants = await whole((page) => browseCategory(context, { categoryId: 30, page }));
    const found = (await results('plants')).map((tile) => tile.id);
    expect(plants.filter((tile) => !found.includes(tile.id))).toEqual([]);
  });

  it('finds sellers and their products by town but not by street', async () => {
    const { data, meant } = await found('Fremantle');
    expect([new Set(data.map((tile) => tile.seller_name)), meant]).toEqual([new Set(['Tide & Kiln']), '']);
    expect((await suggest(context, 'fremant')).sellers.map(({ name }) => name)).toEqual(['Tide & Kiln']);
    expect((await suggest(context, 'slipway')).sellers).toEqual([]);
  });

  it('finds products with most of the words when no product has all of them', async () => {
    expect(await names('moon mug zeppelin')).toContain('Moon Mug');
    expect(await names('zeppelin hangar mug')).toEqual([]);
    expect((await names('moon mug'))[0]).toBe('Moon Mug');
  });

  it.each(['', '   ', '&', '%', '_', "'", 'zzzzqqq', 'x'.repeat(80), '🎁'])(
    'returns nothing for the search %j and does not fail',
    async (q) => {
      expect(await found(q)).toEqual({ data: [], meant: '' });
      expect(await suggest(context, q)).toEqual({ products: [], sellers: [], categories: [] });
      expect((await computeFacets(context, { q })).total).toBe(0);
    },
  );

  it('handles any search input, and counts the same products in facets as in results', async () => {
    const typed = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 40 }).map((text) => text.replaceAll('\0', '')),
      fc.constantFrom(`'; drop table products; --`, 'mug%', 'a_b', '\\', '" or 1=1', '$1', 'the', 'set of', 'card $50'),
    );
    await fc.assert(
      fc.asyncProperty(typed, async (q) => {
        expect((await computeFacets(context, { q })).total).toBe((await results(q)).length);
      }),
      { numRuns: 40 },
    );
  });

  it('ranks products in the same order whether it reads the best of each place or all matches', async () => {
    const words = ['card', 'mug', 'mugs', 'plants', 'coffee', 'blue', 'a', 's', 'birthday', 'set', 'kiln', 'zeppelin'];
    const typed = fc.uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(typed, async (typedWords) => {
        const q = typedWords.join(' ');
        expect([q, await results(q)]).toEqual([q, await results(q, { price_min: 0 })]);
      }),
      { numRuns: 30 },
    );
  });

  it('suggests matching products, sellers and categories', async () => {
    const suggested = await suggest(context, 'coff');
    expect(suggested.sellers.map((seller) => seller.name)).toEqual(['Slow Magpie Coffee']);
    expect(suggested.categories[0]).toEqual({ entity_id: COFFEE, value: 'Coffee', above: '' });
    expect(suggested.products).toHaveLength(4);
    expect((await suggest(context, 'plnats')).categories[0]?.value).toBe('Plants');
    expect((await suggest(context, 'jugs')).categories[0]).toMatchObject({
      value: 'Mugs and jugs',
      above: 'Tableware',
    });
    expect((await suggest(context, 'verandha')).sellers[0]?.name).toBe('Verandah Green');
  });

  it('returns the default list when sorted by newest, and the same products in every other order', async () => {
    const plain = await all();
    expect(await all({ sort: 'newest' })).toEqual(plain);
    const ids = (tiles: TileProduct[]) => tiles.map((tile) => tile.id).toSorted((a, b) => a - b);
    for (const sort of ['price_up', 'price_down', 'name'] as const) {
      const tiles = await all({ sort });
      expect([sort, ids(tiles)]).toEqual([sort, ids(plain)]);
      const keys = tiles.map((tile) => (sort === 'name' ? foldText(tile.name) : tile.price));
      const ordered = [...keys].toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect([sort, keys]).toEqual([sort, sort === 'price_down' ? ordered.toReversed() : ordered]);
    }
  });

  const anyFilters = fc.record(
    {
      sort: fc.constantFrom('newest', 'price_up', 'price_down', 'name'),
      seller: fc.constantFrom('tide-and-kiln', 'tide-and-kiln,eider-and-flax', 'nobody'),
      price_min: fc.constantFrom(0, 20, 46, 46.01),
      price_max: fc.constantFrom(46, 60, 1000),
      in_stock: fc.constant('1'),
      kind: fc.constantFrom('product', 'giftcard'),
      occasion: fc.constantFrom('birthday', 'thank-you', 'wedding'),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<ListQuery>;

  it('applies filters on every page without losing products, and lists as many as the facets count', async () => {
    const plain = await all();
    const { all: stored } = storedRows(database);
    const occasions = new Map((await stored('templates')).map(({ id, occasion }) => [id, occasion]));
    const offered = await stored('productTemplates');
    const isFor = (id: number, occasion: string) =>
      offered.some(({ productId, templateId }) => productId === id && occasions.get(templateId) === occasion);
    const sellers: Record<string, string> = { 'tide-and-kiln': 'Tide & Kiln', 'eider-and-flax': 'Eider & Flax' };
    await fc.assert(
      fc.asyncProperty(anyFilters, async (filters) => {
        const expectedTiles = plain.filter(
          (tile) =>
            (!filters.seller || filters.seller.split(',').some((url) => sellers[url] === tile.seller_name)) &&
            tile.price >= (filters.price_min ?? 0) &&
            tile.price <= (filters.price_max ?? Number.POSITIVE_INFINITY) &&
            (!filters.in_stock || tile.qty > 0) &&
            (!filters.kind || tile.is_giftcard === (filters.kind === 'giftcard')) &&
            (!filters.occasion || isFor(tile.id, filters.occasion)),
        );
        const ids = (tiles: TileProduct[]) => tiles.map((tile) => tile.id).toSorted((a, b) => a - b);
        expect(ids(await all(filters))).toEqual(ids(expectedTiles));
        expect((await computeFacets(context, filters)).total).toBe(expectedTiles.length);
      }),
      { numRuns: 25 },
    );
  });

  it('counts each facet without its own filter, so that customers can change the choice', async () => {
    const plain = await computeFacets(context, {});
    const chosen = await computeFacets(context, { seller: 'tide-and-kiln' });
    expect(chosen.sellers).toEqual(plain.sellers);
    expect(chosen.total).toBe(plain.sellers.find((seller) => seller.shop_url === 'tide-and-kiln')?.count);
    expect(chosen.kinds.product + chosen.kinds.giftcard).toBe(chosen.total);
    const cards = await computeFacets(context, { kind: 'giftcard' });
    expect([cards.kinds, cards.total]).toEqual([plain.kinds, plain.kinds.giftcard]);
    const cheap = await computeFacets(context, { price_max: 30 });
    expect(cheap.price).toEqual(plain.price);
    expect((await computeFacets(context, { category_id: COFFEE })).total).toBeLessThan(plain.total);
    expect(await computeFacets(context, { category_id: 9_999 })).toMatchObject({ total: 0, price: null, sellers: [] });
  });

  it('updates cached facets when the catalogue changes', async () => {
    const changes = createChanges(database, { knownWithinMs: 60_000 });
    changes.start();
    await vi.waitFor(() => expect(changes.isKnown()).toBe(true));
    const readFacets = () => computeFacets({ database, changes }, {});
    const before = await readFacets();
    expect(await readFacets()).toEqual(before);
    expect(before).toEqual(await computeFacets(context, {}));
    const [first] = await storedRows(database).all('products');
    for (const visibility of ['off', 'everywhere'] as const) {
      await storedRows(database).change('products', { visibility }, { id: first?.id });
      await expect.poll(async () => (await readFacets()).total).toBe(before.total - (visibility === 'off' ? 1 : 0));
    }
    expect(await readFacets()).toEqual(before);
    await changes.stop();
  });

  it('counts no products for unknown categories and sellers', async () => {
    const changes = createChanges(database, { knownWithinMs: 60_000 });
    changes.start();
    await vi.waitFor(() => expect(changes.isKnown()).toBe(true));
    const shop = { database, changes };
    for (const occasion of [undefined, 'wedding'] as const) await computeFacets(shop, { occasion });
    const queries = [
      { category_id: 9_999 },
      { category_id: 9_998, kind: 'giftcard' as const, price_max: 30 },
      { seller: 'made-up-1' },
      { seller: 'made-up-2,tide-and-kiln', in_stock: '1' as const, occasion: 'wedding' as const },
    ];
    for (const query of queries) {
      const { statements } = await countSent(() => computeFacets(shop, query));
      expect([query, statements.filter((text) => /\bproducts\b/.test(text))]).toEqual([query, []]);
    }
    await changes.stop();
  });

  it('filters and sorts search results like other product lists', async () => {
    const cards = await results('card', { kind: 'giftcard', sort: 'price_up' });
    expect(cards.length).toBeGreaterThan(10);
    expect(cards.every((tile) => tile.is_giftcard)).toBe(true);
    expect(cards.map((tile) => tile.price)).toEqual(cards.map((tile) => tile.price).toSorted((a, b) => a - b));
    expect((await computeFacets(context, { q: 'card', kind: 'giftcard' })).total).toBe(cards.length);
  });
});
