import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { exportCatalogue } from '#server/catalogue-files/export.ts';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open.ts';
import { isRefusal, refusal } from '#server/database/refusal.ts';
import { readSettings } from '#server/settings.ts';

const USAGE = 'Use: npm run export -- --format magento|shopify [FILE.csv]';

// npm run export: writes the catalogue as a product file of Magento 2 or Shopify, to a file or to the standard output.
try {
  await write();
} catch (error) {
  const code = (error as NodeJS.ErrnoException).code;
  if (isRefusal(error)) console.error(error.message);
  else if (error instanceof TypeError) console.error(`${error.message} ${USAGE}`);
  // Whoever reads the output has seen enough.
  else if (code !== 'EPIPE') console.error(error);
  process.exitCode = 1;
}

function readWish() {
  const { values, positionals } = parseArgs({ options: { format: { type: 'string' } }, allowPositionals: true });
  const format = (['magento', 'shopify'] as const).find((one) => one === values.format);
  if (format === undefined) throw new TypeError('Say which format.');
  if (positionals.length > 1) throw new TypeError('Name one file.');
  return { format, file: positionals[0] };
}

async function write(): Promise<void> {
  const { format, file } = readWish();
  const settings = readSettings();
  const database = await openDatabase({
    dataDir: settings.DATA_DIR,
    ...(settings.DATABASE_URL === undefined ? {} : { databaseUrl: settings.DATABASE_URL }),
  });
  try {
    await migrate(database);
    const options = { format, publicUrl: settings.publicUrl };
    if (file === undefined) {
      await exportCatalogue(database, process.stdout, options);
      return;
    }
    // A file that is there is whole: it takes its name when its last row is written.
    const draft = `${file}.part`;
    try {
      const count = await exportCatalogue(database, createWriteStream(draft), options);
      renameSync(draft, file);
      console.log(`${file}: ${count} products.`);
    } catch (cause) {
      rmSync(draft, { force: true });
      const sentence = `${file} could not be written (${(cause as Error).message}).`;
      throw (cause as NodeJS.ErrnoException).syscall ? refusal({ code: 'no-file', sentence, cause }) : cause;
    }
  } finally {
    await database.close();
  }
}
