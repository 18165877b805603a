import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OCCASIONS, type Occasion } from '#contract/rules/listing.ts';
import type { ListQuery } from '#contract/shapes/listing.ts';
import { registerCatalogue } from '#server/api/shop/catalogue/catalogue-routes.ts';
import type { Context } from '#server/context.ts';
import { loadDemoCatalogue } from '#server/domain/catalogue/import/demo/demo-catalogue-store.ts';
import { createChanges } from '#server/platform/database/changes.ts';
import type { Database } from '#server/platform/database/database.ts';
import { readSettings } from '#server/settings.ts';
import { openTestApp, type TestApp } from '#test/support/app.ts';
import { databaseKinds, openTestDatabase } from '#test/support/database.ts';
import { addProducts } from '#test/support/many-products.ts';
import { analyseTables, type PlanStep, withPlan } from '#test/support/query-plans.ts';
import { storedRows } from '#test/support/stored.ts';
import { testShop } from '#test/support/test-catalogue.ts';
import { browseCategory, browseProducts, listOccasions } from './listing/browse.ts';
import { parseFilters } from './listing/list-filters-sql.ts';
import { listAllTileRows } from './listing/tiles-store.ts';
import { listTemplates } from './products/templates.ts';
import { computeFacets } from './search/facets.ts';
import { search } from './search/search.ts';

type Tiles = Awaited<ReturnType<typeof browseProducts>>;
const listIds = (tiles: Tiles) => tiles.map(({ id }) => id);

describe.each(databaseKinds())('gift cards by occasion on %s', (kind) => {
  let database: Database;
  let context: Context;
  let all: Tiles;
  const occasionsById = new Map<number, (Occasion | null)[]>();
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    context = { database, changes: createChanges(database), settings: readSettings({}) } as Context;
    await loadDemoCatalogue(database, { now: new Date('2026-11-02T00:00:00Z') });
    all = (await readAllPages((page) => browseProducts(context, page))).flat();
    for (const { id } of all)
      occasionsById.set(
        id,
        (await listTemplates(context, id)).map(({ occasion }) => occasion),
      );
  });
  afterAll(() => database.close());

  async function readAllPages(read: (page: number) => Promise<Tiles>): Promise<Tiles[]> {
    const pages: Tiles[] = [];
    while (pages.length === 0 || pages.at(-1)?.length === 10) pages.push(await read(pages.length + 1));
    return pages;
  }
  const listed = async (query: ListQuery) =>
    (await readAllPages((page) => browseProducts(context, page, query))).flat();
  const belonging = (occasion: Occasion, tiles = all) =>
    tiles.filter(({ id }) => occasionsById.get(id)?.includes(occasion));

  it.each(OCCASIONS)('lists the gift cards with a template for %s, newest first', async (occasion) => {
    const tiles = await listed({ occasion });
    expect(tiles.length).toBeGreaterThan(0);
    expect(tiles).toEqual(belonging(occasion));
  });

  it('lists every gift card once across pages, in every order', async () => {
    const expectedIds = listIds(belonging('birthday')).sort();
    for (const sort of ['newest', 'price_up', 'price_down', 'name'] as const) {
      const pages = await readAllPages((page) => browseProducts(context, page, { occasion: 'birthday', sort }));
      expect([sort, pages.map((page) => page.length)]).toEqual([sort, [10, expectedIds.length - 10]]);
      expect([sort, listIds(pages.flat()).sort()]).toEqual([sort, expectedIds]);
    }
  });

  it('combines an occasion with seller, price, kind, category and search filters', async () => {
    const cards = belonging('thank-you');
    const cheap = cards.filter(({ price }) => price <= 25);
    expect(await listed({ occasion: 'thank-you', price_max: 25 })).toEqual(cheap);
    const ofSeller = cards.filter((tile) => tile.seller_name === 'Tide & Kiln');
    expect(await listed({ occasion: 'thank-you', seller: 'tide-and-kiln' })).toEqual(ofSeller);
    expect([cards, cheap, ofSeller].map(({ length }) => length > 0)).toEqual([true, true, true]);
    expect(await listed({ occasion: 'thank-you', kind: 'giftcard' })).toEqual(cards);
    expect(await listed({ occasion: 'thank-you', kind: 'product' })).toEqual([]);
    const category = await browseCategory(context, { categoryId: 12, page: 1 });
    const narrowed = await browseCategory(context, { categoryId: 12, page: 1, occasion: 'wedding' });
    expect(narrowed).toEqual(belonging('wedding', category));
    expect(narrowed.length).toBeLessThan(category.length);
    const { data } = await search(context, { q: 'books', page: 1, occasion: 'good-luck' });
    expect(data.map(({ name }) => name)).toEqual(['Lamplight Lane Top Shelf Card']);
  });

  it('counts facets only within the occasion', async () => {
    const cards = belonging('new-baby');
    const { total, kinds, sellers, price } = await computeFacets(context, { occasion: 'new-baby' });
    expect([total, kinds]).toEqual([cards.length, { product: 0, giftcard: cards.length }]);
    expect(sellers.map(({ name }) => name).sort()).toEqual([...new Set(cards.map((tile) => tile.seller_name))].sort());
    expect(price?.min).toBe(Math.min(...cards.map((tile) => tile.price)));
  });

  it('lists all occasions in order, each with the picture of one of its templates', async () => {
    const row = await listOccasions(context);
    expect(row.map(({ occasion }) => occasion)).toEqual([...OCCASIONS]);
    const wrappings = (await storedRows(database).all('templates')).map(({ pictureId, occasion }) => ({
      pictureId,
      occasion,
    }));
    for (const { occasion, picture } of row) expect(wrappings).toContainEqual({ pictureId: picture.id, occasion });
  });

  it("returns at which end of its template each occasion's drawing is", async () => {
    const below = (await listOccasions(context)).filter(({ drawing }) => drawing === 'bottom');
    expect(below.map(({ occasion }) => occasion)).toEqual(['new-home', 'good-luck']);
  });

  it.each([
    ['switched off', { visibility: 'off' }],
    ['reachable only by link', { visibility: 'link' }],
    ['not for sale', { lowestCents: null }],
  ] as const)('hides an occasion whose gift cards are all %s', async (_what, change) => {
    const stored = storedRows(database);
    const cards = { id: listIds(belonging('wedding')) };
    const before = await stored.all('products', cards);
    await stored.change('products', change, cards);
    const row = (await listOccasions(context)).map(({ occasion }) => occasion);
    for (const { id, visibility, lowestCents } of before)
      await stored.change('products', { visibility, lowestCents }, { id });
    expect(row).not.toContain('wedding');
    expect(row).toContain('birthday');
  });

  it.each(['birthday', 'Brithday', 'thanks', 'new baby'])('finds gift cards by a search for %s', async (q) => {
    const occasion = q === 'thanks' ? 'thank-you' : q === 'new baby' ? 'new-baby' : 'birthday';
    const pages = await readAllPages(async (page) => (await search(context, { q, page })).data);
    const found = listIds(pages.flat());
    expect(listIds(belonging(occasion)).filter((id) => !found.includes(id))).toEqual([]);
  });
});

describe.each(databaseKinds())('occasion calls on %s', (kind) => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await openTestApp(kind, { register: registerCatalogue });
  });
  afterAll(() => shop.close());
  const read = (path: string) => shop.call('GET', `mobiledigital/${path}`);

  it('returns the available occasions and filters lists by them', async () => {
    const picture = { id: 'birthday', version: 'birthday-1', width: 40, height: 30, ground: '#eeeeee' };
    const birthday = { occasion: 'birthday', picture, drawing: 'bottom' };
    expect((await read('occasions')).body).toEqual({ status: true, data: [birthday] });
    const { body } = await read('browseProducts?occasion=birthday');
    expect(listIds(body.data)).toEqual([testShop.products.card]);
    expect((await read('browseProducts?occasion=wedding')).body).toEqual({ status: true, data: [] });
  });

  it.each(['browseProducts?', 'categoryProducts?category_id=20&', 'search?q=card&', 'facets?'])(
    'rejects an unknown occasion in %s just as it rejects an unknown kind',
    async (call) => {
      const { status, body } = await read(`${call}occasion=easter`);
      const kind = await read(`${call}kind=easter`);
      expect([status, kind.status]).toEqual([400, 400]);
      expect(JSON.stringify(body)).toBe(JSON.stringify(kind.body).replaceAll('kind', 'occasion'));
    },
  );
});

describe.each(databaseKinds())('large shop with few gift cards per occasion on %s', (kind) => {
  const [GOODS, CARDS] = [2_800, 200];
  let shop: TestApp;
  beforeAll(async () => {
    shop = await openTestApp(kind, { register: () => undefined });
    const { small, price25 } = testShop.options;
    const minutesLater = (count: number) => new Date(Date.parse('2025-06-01T00:00:00Z') + count * 60_000);
    const numbered = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
    await addProducts(
      shop.database,
      numbered(GOODS).map((n) => ({
        sku: `G${n}`,
        name: `Thing ${n}`,
        priceCents: 100 + n,
        size: small,
        createdAt: minutesLater(n),
      })),
    );
    const cards = await addProducts(
      shop.database,
      numbered(CARDS).map((n) => ({
        sku: `C${n}`,
        name: `Card ${n}`,
        isGiftcard: true,
        priceCents: 100 + n,
        giftCardPrice: price25,
        createdAt: minutesLater(n),
      })),
    );
    for (const [index, productId] of cards.entries())
      if ((index + 1) % 10 === 7) await shop.stored.add('productTemplates', { productId, templateId: 1, position: 0 });
    await analyseTables(shop.database);
  });
  afterAll(() => shop.close());

  it.each([true, false])('reads only gift cards to list an occasion (gift cards first: %s)', async (giftCardsLead) => {
    const filters = parseFilters({ occasion: 'birthday' });
    const { result, plan } = await withPlan(shop.database, (handle) =>
      listAllTileRows(handle, { giftCardsLead, filters, limit: 10, offset: 10 }),
    );
    expect(result).toHaveLength(10);
    const read = countProductsRead(plan);
    expect(read).toBeGreaterThan(20);
    expect(read).toBeLessThanOrEqual(CARDS + 1 + 20);
  });
});

function countProductsRead({ Plans = [], ...node }: PlanStep): number {
  const rowsRead = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  return (
    (node['Relation Name'] === 'products' ? rowsRead : 0) +
    Plans.reduce((sum, plan) => sum + countProductsRead(plan), 0)
  );
}
