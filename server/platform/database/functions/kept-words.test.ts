import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '#server/context.ts';
import { browseProducts } from '#server/domain/catalogue/listing/browse.ts';
import { search } from '#server/domain/catalogue/search/search.ts';
import { createChanges } from '#server/platform/database/changes.ts';
import type { Database } from '#server/platform/database/database.ts';
import { readSettings } from '#server/settings.ts';
import { databaseKinds, openTestDatabase } from '#test/support/database.ts';
import { storedRows } from '#test/support/stored.ts';
import { loadTestShop, testShop } from '#test/support/test-catalogue.ts';

const COUNTED = `select part as word, count(*)::int as uses from (
    select search_name || search_words as line from products union all select search_name from sellers
    union all select search_name from categories union all select search_fold(occasion) from templates
    union all select search_name from option_values where attribute_code = 'color'
  ) texts, string_to_table(line, ' ') part where part <> '' group by part order by part collate "C"`;

const FOUND = `select part as word, bool_or(named) as in_name, created_at, id as product_id
  from products p, (values (true), (false)) as text (named),
    string_to_table(case when named then search_name else search_words end, ' ') part
  where part <> '' and lowest_cents is not null and visibility in ('everywhere', 'search')
  group by part, created_at, id order by part collate "C", id`;

describe.each(databaseKinds())('search words and prices kept by triggers on %s', (kind) => {
  let database: Database;
  let context: Context;
  beforeEach(async () => {
    database = await openTestDatabase(kind);
    context = { database, changes: createChanges(database), settings: readSettings({ BRAND: 'product' }) } as Context;
    await loadTestShop(database);
  });
  afterEach(() => database.close());

  const rows = async (text: string) => (await database.query(text)).rows;
  const vocabulary = () => rows('select word, uses from search_vocabulary order by word');
  const wordsAgree = async () => {
    expect(await vocabulary()).toEqual(await rows(COUNTED));
    expect(await rows('select * from product_words order by word, product_id')).toEqual(await rows(FOUND));
    const moved = `select from product_categories pc join products p on p.id = product_id where pc.created_at <> p.created_at`;
    expect(await rows(moved)).toEqual([]);
  };
  const pricesAgree = async () =>
    expect(
      await rows(`select id from products p where lowest_cents is distinct from
        (select min(price_cents) from variants v where v.product_id = p.id)`),
    ).toEqual([]);

  it('updates search words with every catalogue change, but not with one that is rolled back', async () => {
    await wordsAgree();
    expect((await vocabulary()).length).toBeGreaterThan(10);
    const changes = [
      `update products set name = 'Samovar', short_desc = 'Boils & whistles' where id = 1`,
      `update products set created_at = now()`,
      `update products set visibility = 'lists' where id = ${testShop.products.teapot}`,
      `update products set visibility = 'search' where id = ${testShop.products.teapot}`,
      `delete from variants where product_id = ${testShop.products.mug}`,
      `update product_categories set category_id = ${testShop.categories.kitchen} where product_id = ${testShop.products.shirt}`,
      `update sellers set name = 'Prints & Posters' where id = ${testShop.sellers.prints}`,
      `update categories set name = 'Küche' where entity_id = ${testShop.categories.kitchen}`,
      `update templates set occasion = 'new-baby'`,
      `update option_values set title = 'Crimson' where value_index = ${testShop.options.red}`,
      `update option_values set title = 'Extra large' where value_index = ${testShop.options.large}`,
      `delete from products where id = ${testShop.products.soldOut}`,
    ];
    for (const change of changes) {
      await database.query(change);
      await wordsAgree();
    }
    expect((await search(context, { q: 'samovra', page: 1 })).meant).toBe('samovar');
    expect((await search(context, { q: 'crimsno', page: 1 })).meant).toBe('crimson');
    const undone = database.transaction(async (tx) => {
      await storedRows({ orm: tx }).add('categories', {
        entityId: 99,
        parentId: null,
        name: 'Zeppelins',
        position: 9,
        level: 1,
      });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await rows(`select word from search_vocabulary where word = 'zeppelins'`)).toEqual([]);
    await wordsAgree();
  });

  it('keeps search words and prices correct under concurrent catalogue changes', async () => {
    const { teapot, shirt } = testShop.products;
    const rename = (index: number) =>
      `update products set name = 'Kettle ${index % 3} whistle' where id = ${1 + (index % 6)}`;
    const reprice = (index: number) =>
      `update variants set price_cents = ${1_000 + ((index * 7_919) % 5_000)} where product_id = ${index % 2 ? teapot : shirt}`;
    await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        database.transaction((tx) => tx.execute(index % 3 ? rename(index) : reprice(index))),
      ),
    );
    await wordsAgree();
    await pricesAgree();
  });

  it('updates the lowest price when variants change, and hides products without variants from product lists', async () => {
    await pricesAgree();
    const { mug, shirt, apron } = testShop.products;
    const tile = async (id: number) => (await browseProducts(context, 1)).find((product) => product.id === id);
    const changes = [
      `update variants set price_cents = 990 where sku = 'SHIRT-BLUE-S'`,
      `insert into variants (product_id, sku, price_cents, qty) values (${shirt}, 'SHIRT', 500, 1), (${apron}, 'APRON', 400, 1)`,
      `update variants set product_id = ${mug}, size = ${testShop.options.large} where sku = 'APRON'`,
      `update variants set qty = 0 where sku = 'MUG'`,
      `delete from variants where product_id = ${shirt} and price_cents = 500`,
    ];
    for (const change of changes) {
      await database.query(change);
      await pricesAgree();
    }
    expect((await tile(shirt))?.price).toBe(9.9);
    expect((await tile(mug))?.price).toBe(4);
    await database.query(`delete from variants where product_id = ${mug}`);
    await pricesAgree();
    expect(await tile(mug)).toBeUndefined();
  });
});
