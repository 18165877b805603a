import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatRowError } from '#server/domain/catalogue/formats/row-errors.ts';
import { type ImportOptions, type ImportResult, importCatalogue } from '#server/domain/catalogue/import/import.ts';
import type { Database } from '#server/platform/database/database.ts';

const FIXTURES = join(import.meta.dirname, '../../server/domain/catalogue/import/fixtures');

export const fixturePath = (name: string): string => join(FIXTURES, name);
export const importNow = new Date('2026-11-02T03:04:05.000Z');
export const ownSeller = 'Shop & Co';
export const testPublicUrl = 'http://shop.example';

export function createTestFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'handsel-import-'));
  return {
    folder,
    write(name: string, content: string | Buffer): string {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

export function manyMugs(count: number): string {
  const line = (number: number) => `mug-${number},Mug ${number},Tide,12.50,MUG-${number}\n`;
  const lines = Array.from({ length: count }, (_, index) => line(index + 1));
  return `Handle,Title,Vendor,Variant Price,Variant SKU\n${lines.join('')}`;
}

export function load(database: Database, files: string[], options: Partial<ImportOptions> = {}): Promise<ImportResult> {
  return importCatalogue(database, { files, now: importNow, publicUrl: testPublicUrl, ownSeller, ...options });
}

export function formatRowErrors({ rowErrors }: ImportResult, files: string[]): string[] {
  const names = files.map((file) => file.split('/').at(-1) ?? '');
  return rowErrors.listed().map((error) => formatRowError(error, names));
}

const TABLES = [
  'products',
  'variants',
  'sellers',
  'categories',
  'option_values',
  'pictures',
  'product_pictures',
  'product_categories',
  'templates',
  'product_templates',
  'search_vocabulary',
  'product_words',
];

/** Returns every row with its version, which changes on every write. */
export async function listAllRows(database: Database): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const table of TABLES) {
    const { rows } = await database.query(`select xmin::text as version, t.* from ${table} t order by t::text`);
    found[table] = rows;
  }
  return found;
}
