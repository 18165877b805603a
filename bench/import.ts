// node bench/import.ts [ROWS] [shopify|magento|woocommerce]: how fast a file of so many rows is imported, imported again and exported, and
// the most memory the process ever holds. On the embedded database, and with DATABASE_URL set to a PostgreSQL server on
// an empty database made there.
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportCatalogue } from '#server/catalogue-import/export.ts';
import { FORMATS } from '#server/catalogue-import/formats/columns.ts';
import { importCatalogue } from '#server/catalogue-import/import.ts';
import { migrate } from '#server/database/migrate.ts';
import { type Database, openDatabase } from '#server/database/open.ts';
import { onPostgres } from './shop/on-postgres.ts';

const rows = Number(process.argv[2] ?? 100_000);
const format = FORMATS.find((name) => name === process.argv[3]) ?? 'shopify';
const publicUrl = 'http://shop.example';
const folder = mkdtempSync(join(tmpdir(), 'handsel-bench-'));
const file = join(folder, 'products.csv');
const THINGS = ['mug', 'lantern', 'jacket', 'candle', 'monstera', 'coffee', 'teapot', 'blanket', 'puzzle', 'soap'];
const COLOURS = ['Chalk', 'Sand', 'Sea', 'Coral', 'Ochre'];

const textOf = (product: number, thing = '') =>
  `"<p>Number ${product}, a ${thing} made by hand.</p>\n<ul>\n<li>It has ""quotes"" and commas,</li>\n<li>${'and a long story. '.repeat(20)}</li>\n</ul>"`;
const priceOf = (row: number) => `${1 + (row % 300)}.${String(row % 100).padStart(2, '0')}`;

/** Products of five variants each, with descriptions of several lines. */
function* shopifyLines(): Generator<string> {
  yield 'Handle,Title,Body (HTML),Vendor,Type,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Gift Card\n';
  for (let row = 0; row < rows; row += 1) {
    const [product, at] = [Math.floor(row / COLOURS.length), row % COLOURS.length];
    const thing = THINGS[product % THINGS.length];
    const head =
      at === 0
        ? `The ${thing} ${product},${textOf(product, thing)},Maker ${product % 400},Home > ${thing} > Kind ${product % 7},Colour`
        : ',,,,';
    yield `p-${product},${head},${COLOURS[at]},P-${product}-${at},shopify,${row % 50},${priceOf(row)},FALSE\n`;
  }
}

/** Rows of five variants and one of their product, which leaves out their colour. */
function* magentoLines(): Generator<string> {
  yield 'sku,product_type,name,description,categories,price,qty,visibility,additional_attributes,configurable_variations\n';
  for (let product = 0; product * 6 < rows; product += 1) {
    const thing = THINGS[product % THINGS.length];
    for (const [at, colour] of COLOURS.entries())
      yield `P-${product}-${at},simple,${thing} ${colour},,,${priceOf(product + at)},${at},Not Visible Individually,"color=${colour},size=M,climate=Cold|Windy",\n`;
    const variations = COLOURS.map((_, at) => `sku=P-${product}-${at},size=M`).join('|');
    yield `p-${product},configurable,The ${thing} ${product},${textOf(product, thing)},Default Category/Home/${thing}/Kind ${product % 7},,,"Catalog, Search",vendor=Maker ${product % 400},"${variations}"\n`;
  }
}

/** A product of each five rows has four variations; the last stands for every size. */
function* woocommerceLines(): Generator<string> {
  yield 'ID,Type,SKU,Name,Description,Categories,Regular price,Stock,Parent,Vendor,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)\n';
  for (let product = 0; product * 5 < rows; product += 1) {
    const thing = THINGS[product % THINGS.length];
    yield `${product * 5},variable,,The ${thing} ${product},${textOf(product, thing)},Home > ${thing} > Kind ${product % 7},,,,Maker ${product % 400},Colour,"${COLOURS.join(', ')}",Size,"S, M, L"\n`;
    for (const at of [1, 2, 3, 4])
      yield `${product * 5 + at},variation,P-${product}-${at},x,,,${priceOf(product + at)},9,id:${product * 5},,Colour,${COLOURS[at]},Size,${at === 4 ? '' : 'M'}\n`;
  }
}

const LINES = { shopify: shopifyLines, magento: magentoLines, woocommerce: woocommerceLines };

let most = 0;
const watching = setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss());
}, 50);

async function timed(name: string, work: () => Promise<unknown>): Promise<void> {
  most = process.memoryUsage.rss();
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1_000;
  most = Math.max(most, process.memoryUsage.rss());
  const speed = `${Math.round(rows / seconds)} rows/s`;
  console.log(
    `${name.padEnd(24)}${seconds.toFixed(1).padStart(8)} s${speed.padStart(16)}${(most / 1e6).toFixed(0).padStart(8)} MB at most`,
  );
}

async function measure(database: Database): Promise<void> {
  await migrate(database);
  console.log(
    `\n${database.kind}: ${rows} rows of ${format}, ${(statSync(file).size / 1e6).toFixed(0)} MB; ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB before`,
  );
  const load = async () => {
    const { loaded, rowErrors } = await importCatalogue(database, {
      files: [file],
      now: new Date(),
      publicUrl,
      ownSeller: 'Bench',
    });
    if (loaded.length === 0) throw new Error(rowErrors.listed()[0]?.sentence);
  };
  await timed('import', load);
  await timed('import again', load);
  await timed('export', () =>
    exportCatalogue(database, createWriteStream(join(folder, 'out.csv')), { format, publicUrl }),
  );
}

try {
  await pipeline(Readable.from(LINES[format]()), createWriteStream(file));
  if (process.env.DATABASE_URL) await onPostgres(process.env.DATABASE_URL, measure);
  else {
    const database = await openDatabase({ dataDir: join(folder, 'data') });
    await measure(database).finally(() => database.close());
  }
} finally {
  clearInterval(watching);
  rmSync(folder, { recursive: true });
}
