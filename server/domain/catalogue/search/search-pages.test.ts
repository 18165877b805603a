import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '#server/context.ts';
import { createChanges } from '#server/platform/database/changes.ts';
import type { Database } from '#server/platform/database/open.ts';
import { readSettings } from '#server/settings.ts';
import { databaseKinds, openTestDatabase } from '#test/support/database.ts';
import { loadTestShop, testShop } from '#test/support/test-catalogue.ts';
import { search } from './search.ts';

describe.each(databaseKinds())('pages of a search of frequent words on %s', (kind) => {
  let database: Database;
  let context: Context;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    context = { database, changes: createChanges(database), settings: readSettings({}) } as Context;
    await loadTestShop(database);
    // Of words of ten forms each: the newest have the second one in their texts, the oldest both in their names.
    await add(900, {
      name: `case when n > 600 then 'Ruby' || n % 10 when n > 300 then 'Zug' || n % 10
        else 'Ruby' || n % 10 || ' Zug' || n % 10 end`,
      text: `case when n > 600 then 'zug' || n % 10 else '' end`,
    });
    // Of three words: the newest that have two of them have the third in their texts, the oldest in their names.
    await add(1_320, {
      name: `case when n > 300 then 'Onyx Vase' else 'Onyx Vase Bolt' end`,
      text: `case when n > 1300 then 'Bolt' else '' end`,
    });
  });
  afterAll(() => database.close());

  async function add(count: number, { name, text }: { name: string; text: string }): Promise<void> {
    await database.query(`with added as (
        insert into products (sku, name, short_desc, description, type_id, is_giftcard, seller_id, created_at)
        select 'N${count}-' || n, ${name}, ${text}, '', 'simple', false, ${testShop.sellers.teapots},
          timestamptz '2026-01-01Z' + n * interval '1 second' from generate_series(1, ${count}) n returning id, sku)
      insert into variants (product_id, sku, price_cents, qty) select id, sku, 100, 1 from added`);
  }

  test.each(['ruby zug', 'onyx vase bolt'])('%s: none comes twice, and past the end nothing', async (q) => {
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
  });
});
