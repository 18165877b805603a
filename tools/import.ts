import { accessSync, constants, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readCents } from '#server/catalogue-files/amounts.ts';
import { type Counts, changes, type ImportResult, importCatalogue } from '#server/catalogue-files/import.ts';
import { problemText } from '#server/catalogue-files/problems.ts';
import { createClock } from '#server/clock.ts';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open.ts';
import { isRefusal, refusal } from '#server/database/refusal.ts';
import { readSettings } from '#server/settings.ts';
import { progressLine } from './progress-line.ts';

const USAGE =
  'Use: npm run import -- FILE.csv... [--seller "NAME"] [--shipping 9.95] [--pictures FOLDER] [--strict] (docs/how-to/import-a-catalogue.md)';
const MOST_SHOWN = 50;

// npm run import -- FILE...: loads product files of Magento 2 or Shopify into the shop's catalogue.
try {
  process.exitCode = await load();
} catch (error) {
  if (isRefusal(error)) console.error(error.message);
  else if (error instanceof TypeError) console.error(`${error.message} ${USAGE}`);
  else console.error(error);
  process.exitCode = 1;
}

function readWish() {
  const { values, positionals: files } = parseArgs({
    options: {
      seller: { type: 'string' },
      shipping: { type: 'string' },
      pictures: { type: 'string' },
      strict: { type: 'boolean' },
    },
    allowPositionals: true,
  });
  if (files.length === 0) throw new TypeError('Name at least one file.');
  files.forEach(checkFile);
  const { pictures = null, strict = false } = values;
  if (pictures !== null && !statSync(pictures, { throwIfNoEntry: false })?.isDirectory())
    throw refusal({
      code: 'no-folder',
      sentence: `There is no folder ${pictures}; --pictures takes the folder of local pictures.`,
    });
  const shipping =
    values.shipping === undefined || Number(values.shipping) === 0 ? { value: 0 } : readCents(values.shipping);
  if ('wrong' in shipping) throw new TypeError(`--shipping ${shipping.wrong}`);
  return { files, pictures, strict, seller: values.seller?.trim() || null, flatShippingCents: shipping.value };
}

function checkFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile()) throw refusal({ code: 'no-file', sentence: `There is no file ${file}.` });
  try {
    accessSync(file, constants.R_OK);
  } catch (cause) {
    throw refusal({ code: 'no-file', sentence: `${file} may not be read; give yourself the right to read it.`, cause });
  }
}

async function load(): Promise<number> {
  const wish = readWish();
  const settings = readSettings();
  const database = await openDatabase({
    dataDir: settings.DATA_DIR,
    ...(settings.DATABASE_URL === undefined ? {} : { databaseUrl: settings.DATABASE_URL }),
  });
  const progress = progressLine(process.stderr);
  try {
    await migrate(database);
    const now = createClock({ movable: false }).now();
    const result = await importCatalogue(database, {
      ...wish,
      now,
      publicUrl: settings.publicUrl,
      onProgress: progress.show,
    });
    progress.end();
    return report(result, wish.files);
  } finally {
    await database.close();
  }
}

function report({ problems, loaded }: ImportResult, files: string[]): number {
  const kept = problems.kept();
  for (const problem of kept.slice(0, MOST_SHOWN)) console.error(problemText(problem, files));
  const more = problems.errors() + problems.warnings() - Math.min(kept.length, MOST_SHOWN);
  if (more > 0) console.error(`... and ${more} more.`);
  if (problems.errors() > 0) {
    console.error(`${problems.errors()} problems and ${problems.warnings()} warnings. Nothing was loaded.`);
    return 1;
  }
  for (const { file, counts } of loaded) console.log(`${file}: ${countsText(counts)}`);
  return 0;
}

function countsText(counts: Counts): string {
  if (changes(counts) === 0) return 'nothing to change.';
  const parts: [number, string][] = [
    [counts.newProducts, 'products new'],
    [counts.changedProducts, 'products changed'],
    [counts.newVariants, 'variants new'],
    [counts.changedVariants, 'variants changed'],
    [counts.moved, 'categories and pictures of products set'],
    [counts.categories, 'categories new'],
    [counts.sellers, 'sellers new'],
    [counts.values, 'option values new'],
  ];
  const told = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return `${told.join(', ')}.`;
}
