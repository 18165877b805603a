// node bench/import.ts [ROWS] [shopify|magento|woocommerce]: measures import, repeated import, export and peak memory
// on the embedded database and, with DATABASE_URL, on PostgreSQL.
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FORMATS } from '#server/domain/catalogue/formats/columns.ts';
import { exportCatalogue } from '#server/domain/catalogue/import/export.ts';
import { importCatalogue } from '#server/domain/catalogue/import/import.ts';
import type { Database } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrations/migrate.ts';
import { openDatabase } from '#server/platform/database/open/open-database.ts';
import { onPostgres } from './shop/on-postgres.ts';
import { productLines } from './shop/product-files.ts';

const rows = Number(process.argv[2] ?? 100_000);
const format = FORMATS.find((name) => name === process.argv[3]) ?? 'shopify';
const publicUrl = 'http://shop.example';
const folder = mkdtempSync(join(tmpdir(), 'handsel-bench-'));
const file = join(folder, 'products.csv');
let maxBytes = 0;
const watching = setInterval(() => {
  maxBytes = Math.max(maxBytes, process.memoryUsage.rss());
}, 50);

async function measureWork(name: string, work: () => Promise<unknown>): Promise<void> {
  maxBytes = process.memoryUsage.rss();
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1_000;
  maxBytes = Math.max(maxBytes, process.memoryUsage.rss());
  const speed = `${Math.round(rows / seconds)} rows/s`;
  console.log(
    `${name.padEnd(24)}${seconds.toFixed(1).padStart(8)} s${speed.padStart(16)}${(maxBytes / 1e6).toFixed(0).padStart(8)} MB at most`,
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
  await measureWork('import', load);
  await measureWork('import again', load);
  await measureWork('export', () =>
    exportCatalogue(database, createWriteStream(join(folder, 'out.csv')), { format, publicUrl }),
  );
}

try {
  await pipeline(Readable.from(productLines[format](rows)), createWriteStream(file));
  if (process.env.DATABASE_URL) await onPostgres(process.env.DATABASE_URL, measure);
  else {
    const database = await openDatabase({ dataDir: join(folder, 'data') });
    await measure(database).finally(() => database.close());
  }
} finally {
  clearInterval(watching);
  rmSync(folder, { recursive: true });
}
