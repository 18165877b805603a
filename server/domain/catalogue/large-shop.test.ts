import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SELLERS_OFFERED } from '#contract/rules/listing.ts';
import type { Context } from '#server/context.ts';
import { createChanges } from '#server/platform/database/changes.ts';
import type { Database } from '#server/platform/database/database.ts';
import { readSettings } from '#server/settings.ts';
import { databaseKinds, openTestDatabase } from '#test/support/database.ts';
import { addProducts } from '#test/support/many-products.ts';
import { storedRows } from '#test/support/stored.ts';
import { loadTestShop } from '#test/support/test-catalogue.ts';
import { computeFacets } from './search/facets.ts';
import { search } from './search/search.ts';

describe.each(databaseKinds())('a large shop on %s', (kind) => {
  let database: Database;
  let context: Context;
  beforeEach(async () => {
    database = await openTestDatabase(kind);
    context = { database, changes: createChanges(database), settings: readSettings({ BRAND: 'product' }) } as Context;
    await loadTestShop(database);
  });
  afterEach(() => database.close());

  it('corrects at most three words of a search', async () => {
    const { meant } = await search(context, { q: 'taepot kithcen aprno tepaots', page: 1 });
    expect(meant).toBe('teapot kitchen apron tepaots');
  });

  it('offers the sellers with the most products, and the number of remaining sellers', async () => {
    const { all, add } = storedRows(database);
    const [seller] = await all('sellers');
    if (!seller) throw new Error('The test shop has no seller.');
    const { id: _, searchName: __, ...like } = seller;
    const names = Array.from({ length: SELLERS_OFFERED + 3 }, (_, index) => `seller-${1_000 + index}`);
    const sellerIds: number[] = [];
    for (const shopUrl of names) sellerIds.push((await add('sellers', { ...like, name: shopUrl, shopUrl })).id);
    const productSellerIds = sellerIds.flatMap((sellerId, index) =>
      Array.from({ length: index === 2 ? 3 : 1 }, () => sellerId),
    );
    await addProducts(
      database,
      productSellerIds.map((sellerId, index) => ({
        sku: `M${index}`,
        name: `Thing ${index}`,
        sellerId,
        createdAt: new Date(0),
      })),
    );
    const plain = await computeFacets(context, {});
    expect(plain.sellers).toHaveLength(SELLERS_OFFERED);
    expect(plain.more_sellers).toBe(5);
    expect(plain.sellers.slice(0, 3).map(({ shop_url, count }) => [shop_url, count])).toEqual([
      ['teapots', 4],
      ['seller-1002', 3],
      ['prints', 2],
    ]);
    const last = names.at(-1) ?? '';
    expect(plain.sellers.some(({ shop_url }) => shop_url === last)).toBe(false);
    const chosen = await computeFacets(context, { seller: last });
    expect(chosen.sellers.map(({ shop_url }) => shop_url)).toContain(last);
    expect([chosen.sellers.length, chosen.more_sellers, chosen.total]).toEqual([SELLERS_OFFERED, 5, 1]);
  });
});
