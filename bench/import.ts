// node bench/import.ts [ROWS]: how fast a Shopify file of so many rows is imported, imported again and exported, and
// the most memory the process ever holds. On the embedded database, and with DATABASE_URL set to a PostgreSQL server on
// an empty database made there.
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportCatalogue } from '#server/catalogue-import/export.ts';
import { importCatalogue } from '#server/catalogue-import/import.ts';
import { migrate } from '#server/database/migrate.ts';
import { type Database, openDatabase } from '#server/database/open.ts';
import { onPostgres } from './on-postgres.ts';

const rows = Number(process.argv[2] ?? 100_000);
const publicUrl = 'http://shop.example';
const folder = mkdtempSync(join(tmpdir(), 'handsel-bench-'));
const file = join(folder, 'products.csv');
const THINGS = ['mug', 'lantern', 'jacket', 'candle', 'monstera', 'coffee', 'teapot', 'blanket', 'puzzle', 'soap'];
const COLOURS = ['Chalk', 'Sand', 'Sea', 'Coral', 'Ochre'];

/** Products of five variants each, with descriptions of several lines. */
function* lines(): Generator<string> {
  yield 'Handle,Title,Body (HTML),Vendor,Type,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Gift Card\n';
  for (let row = 0; row < rows; row += 1) {
    const [product, at] = [Math.floor(row / COLOURS.length), row % COLOURS.length];
    const thing = THINGS[product % THINGS.length];
    const body = `"<p>Number ${product}, a ${thing} made by hand.</p>\n<ul>\n<li>It has ""quotes"" and commas,</li>\n<li>${'and a long story. '.repeat(20)}</li>\n</ul>"`;
    const head =
      at === 0
        ? `The ${thing} ${product},${body},Maker ${product % 400},Home > ${thing} > Kind ${product % 7},Colour`
        : ',,,,';
    const price = `${1 + (row % 300)}.${String(row % 100).padStart(2, '0')}`;
    yield `p-${product},${head},${COLOURS[at]},P-${product}-${at},shopify,${row % 50},${price},FALSE\n`;
  }
}

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
    `\n${database.kind}: ${rows} rows, ${(statSync(file).size / 1e6).toFixed(0)} MB; ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB before`,
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
    exportCatalogue(database, createWriteStream(join(folder, 'out.csv')), { format: 'shopify', publicUrl }),
  );
}

try {
  await pipeline(Readable.from(lines()), createWriteStream(file));
  if (process.env.DATABASE_URL) await onPostgres(process.env.DATABASE_URL, measure);
  else {
    const database = await openDatabase({ dataDir: join(folder, 'data') });
    await measure(database).finally(() => database.close());
  }
} finally {
  clearInterval(watching);
  rmSync(folder, { recursive: true });
}
