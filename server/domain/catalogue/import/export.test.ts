import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { emptyShop, fillShop, type Shop, smallShop } from '#test/generators/small-shop.ts';
import {
  createTestFolder,
  formatRowErrors,
  importNow,
  listAllRows,
  load,
  testPublicUrl,
} from '#test/support/catalogue-files.ts';
import { databaseKinds, openTestDatabase } from '#test/support/database.ts';
import { pickDailyShare } from '#test/support/run-size.ts';
import { storedRows } from '#test/support/stored.ts';
import { FORMATS, type FormatName } from '../formats/columns.ts';
import { loadDemoCatalogue } from './demo/demo-catalogue-store.ts';
import { exportCatalogue } from './export.ts';
import { streamSoldProducts } from './export-store.ts';

const files = createTestFolder();
afterAll(() => files.remove());
let turn = 0;

async function exportToFile(database: Database, format: FormatName): Promise<string> {
  turn += 1;
  const path = join(files.folder, `export-${turn}.csv`);
  await exportCatalogue(database, createWriteStream(path), { format, publicUrl: testPublicUrl });
  return path;
}

function readContent(database: Database): Promise<object[]> {
  return database.exclusive(async (run) => {
    const products = await Array.fromAsync(streamSoldProducts(run));
    return products.map(({ id, ...product }) => ({
      ...product,
      categories: product.categories.map(String).toSorted(),
    }));
  });
}

async function copyPictures(from: Database, to: Database): Promise<void> {
  for (const picture of await storedRows(from).all('pictures')) await storedRows(to).add('pictures', picture);
}

describe.each(databaseKinds())('catalogue export on %s', (kind) => {
  it.each(pickDailyShare(FORMATS, 1))(
    'reimports any catalogue exported for %s without changing a row',
    async (format) => {
      const database = await openTestDatabase(kind);
      await fc.assert(
        fc.asyncProperty(smallShop, async (shop: Shop) => {
          await emptyShop(database);
          await fillShop(database, shop);
          const before = await listAllRows(database);
          const path = await exportToFile(database, format);
          const result = await load(database, [path]);
          expect(formatRowErrors(result, [path])).toEqual([]);
          expect(await listAllRows(database)).toEqual(before);
        }),
        { numRuns: 6, endOnFailure: false },
      );
      await database.close();
    },
    240_000,
  );

  it.each(pickDailyShare(FORMATS, 1))(
    'recreates any catalogue exported for %s in an empty shop',
    async (format) => {
      const [database, elsewhere] = [await openTestDatabase(kind), await openTestDatabase(kind)];
      await fc.assert(
        fc.asyncProperty(smallShop, async (shop: Shop) => {
          await emptyShop(database);
          await fillShop(database, shop);
          const path = await exportToFile(database, format);
          await emptyShop(elsewhere);
          await copyPictures(database, elsewhere);
          expect(formatRowErrors(await load(elsewhere, [path]), [path])).toEqual([]);
          expect(await readContent(elsewhere)).toEqual(await readContent(database));
        }),
        { numRuns: 6, endOnFailure: false },
      );
      await elsewhere.close();
      await database.close();
    },
    240_000,
  );

  it.each(FORMATS)(
    'reimports the demo shop exported for %s without changes, and recreates it in an empty shop',
    async (format) => {
      const database = await openTestDatabase(kind);
      await loadDemoCatalogue(database, { now: importNow });
      const before = await listAllRows(database);
      const path = await exportToFile(database, format);
      const reloadResult = await load(database, [path]);
      expect(formatRowErrors(reloadResult, [path])).toEqual([]);
      expect(await listAllRows(database)).toEqual(before);

      const elsewhere = await openTestDatabase(kind);
      await copyPictures(database, elsewhere);
      const loadResult = await load(elsewhere, [path]);
      expect(formatRowErrors(loadResult, [path])).toEqual([]);
      expect(loadResult.loaded[0]?.counts).toMatchObject({
        newProducts: (before.products ?? []).length,
        newVariants: (before.variants ?? []).length,
      });
      expect(await readContent(elsewhere)).toEqual(await readContent(database));
      await elsewhere.close();
      await database.close();
    },
    120_000,
  );

  it('adds an apostrophe before exported text that looks like a formula', async () => {
    const database = await openTestDatabase(kind);
    const names = ['=cmd|calc', '+1', '-1', '@sum', "'=x", "it's"];
    const content = names.map((name, index) => `H${index},"${name}",V,S${index},5\n`).join('');
    const path = files.write('formulas.csv', `Handle,Title,Vendor,Variant SKU,Variant Price\n${content}`);
    expect(formatRowErrors(await load(database, [path]), [path])).toEqual([]);
    const rows: { Title: string }[] = parse(readFileSync(await exportToFile(database, 'shopify')), {
      bom: true,
      columns: true,
    });
    expect(rows.map((row) => row.Title)).toEqual(["'=cmd|calc", "'+1", "'-1", "'@sum", "'=x", "it's"]);
    await database.close();
  });
});
