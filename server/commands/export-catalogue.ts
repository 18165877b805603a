import { createReadStream, createWriteStream, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { FORMATS, type FormatName } from '#server/domain/catalogue/formats/columns.ts';
import { exportCatalogue } from '#server/domain/catalogue/import/export.ts';
import { operatorError } from '#server/platform/kernel/operator-error.ts';
import { formatCount } from '#server/platform/kernel/plain-texts.ts';
import type { Command, CommandContext, Output } from './shared/command.ts';

const USAGE = 'Use: npm run export -- --format magento|shopify|woocommerce [FILE.csv]';

type Target = { format: FormatName; file: string };

export const exportCommand: Command = {
  usage: USAGE,
  words: {
    '': { needs: 'catalogue.read' },
  },
  read(argv, cwd) {
    const options = { format: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args: argv, options, allowPositionals: true });
    const format = FORMATS.find((candidate) => candidate === values.format);
    if (format === undefined) throw new TypeError('Name a format.');
    if (positionals.length > 1) throw new TypeError('Name one file.');
    const [name] = positionals;
    return async (shop, output) => {
      try {
        if (name === undefined) await toStandardOutput(shop, format, output);
        else {
          const count = await toFile(shop, { format, file: resolve(cwd, name) }, output);
          output.say(`${name}: ${formatCount(count, 'product')}.`);
        }
        return 0;
      } catch (error) {
        if (error === output.signal.reason) {
          output.complain(`${(error as Error).message} The export was not finished.`);
          return 1;
        }
        const { syscall, code, message } = error as NodeJS.ErrnoException;
        if (name === undefined || !syscall) throw error;
        const problem = code === 'EISDIR' ? 'is a folder; name a file in it' : `could not be written (${message})`;
        throw operatorError({ code: 'no-file', sentence: `${name} ${problem}.`, cause: error });
      }
    };
  },
};

/** Writes a draft and then renames it, so that the file is never partial. */
async function toFile(shop: CommandContext, { format, file }: Target, { signal }: Output): Promise<number> {
  const database = await shop.database();
  const draft = `${file}.part`;
  try {
    const { publicUrl } = shop.settings;
    const count = await exportCatalogue(database, createWriteStream(draft), { format, publicUrl, signal });
    renameSync(draft, file);
    return count;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Exports to a temporary file first, because a slow reader must not block the database. */
async function toStandardOutput(shop: CommandContext, format: FormatName, output: Output): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'handsel-export-'));
  try {
    const file = join(folder, 'products.csv');
    await toFile(shop, { format, file }, output);
    for await (const text of createReadStream(file, 'utf8')) await output.write(text);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
