import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '#server/context.ts';
import { createChanges } from '#server/platform/database/changes.ts';
import type { Database } from '#server/platform/database/database.ts';
import { readSettings } from '#server/settings.ts';
import { databaseKinds, openTestDatabase } from '#test/support/database.ts';
import { addProducts, type BulkProduct } from '#test/support/many-products.ts';
import { loadTestShop } from '#test/support/test-catalogue.ts';
import { search } from './search.ts';

describe.each(databaseKinds())('pages of a search for frequent words on %s', (kind) => {
  let database: Database;
  let context: Context;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    context = { database, changes: createChanges(database), settings: readSettings({}) } as Context;
    await loadTestShop(database);
    await add(900, (n) => {
      const [ruby, zug] = [`Ruby${n % 10}`, `Zug${n % 10}`];
      if (n > 600) return { name: ruby, shortDesc: zug.toLowerCase() };
      return { name: n > 300 ? zug : `${ruby} ${zug}` };
    });
    await add(1_320, (n) => ({
      name: n > 300 ? 'Onyx Vase' : 'Onyx Vase Bolt',
      shortDesc: n > 1_300 ? 'Bolt' : '',
    }));
  });
  afterAll(() => database.close());

  const add = (count: number, words: (n: number) => Pick<BulkProduct, 'name' | 'shortDesc'>) =>
    addProducts(
      database,
      Array.from({ length: count }, (_, index) => ({
        sku: `N${count}-${index + 1}`,
        createdAt: new Date(Date.parse('2026-01-01T00:00:00Z') + (index + 1) * 1_000),
        ...words(index + 1),
      })),
    );

  it.each(['ruby zug', 'onyx vase bolt'])(
    'returns no product twice for %s, and nothing past the last page',
    async (q) => {
      const ids: number[] = [];
      const sizes: number[] = [];
      for (let page = 1; page <= 40; page += 1) {
        const { data } = await search(context, { q, page });
        ids.push(...data.map(({ id }) => id));
        sizes.push(data.length);
      }
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.length).toBeGreaterThanOrEqual(20);
      const last = sizes.findIndex((size) => size < 10);
      expect(sizes.slice(last + 1).every((size) => size === 0)).toBe(true);
    },
  );
});
