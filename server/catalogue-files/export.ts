import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import type { Database } from '../database/database.ts';
import type { FormatName } from './columns.ts';
import { type SoldProduct, soldProducts } from './export-store.ts';
import { keepApostrophe } from './formulas.ts';
import { MAGENTO_COLUMNS, magentoExport } from './magento-export.ts';
import { SHOPIFY_COLUMNS, shopifyExport } from './shopify-export.ts';

export type ExportOptions = { format: FormatName; publicUrl: string; onProduct?: (count: number) => void };

const WIDEST = 1280;

/**
 * Writes the catalogue as one CSV file of the format, as it is at one moment. Reading it back changes nothing. What a spreadsheet would
 * take for a formula has an apostrophe before it (CWE-1236), which the import takes off again. Answers the number of products.
 */
export async function exportCatalogue(
  database: Database,
  output: NodeJS.WritableStream,
  { format, publicUrl, onProduct }: ExportOptions,
): Promise<number> {
  const picture = ({ id, version }: { id: string; version: string }) =>
    `${publicUrl}/media/${encodeURIComponent(id)}/${WIDEST}.jpg?v=${encodeURIComponent(version)}`;
  const columns: readonly string[] = format === 'magento' ? MAGENTO_COLUMNS : SHOPIFY_COLUMNS;
  const rowsOf = (product: SoldProduct): Record<string, string | undefined>[] =>
    format === 'magento' ? magentoExport(product, picture) : shopifyExport(product, picture);
  let count = 0;
  return database.exclusive(async (run) => {
    async function* lines() {
      for await (const product of soldProducts(run)) {
        for (const row of rowsOf(product)) yield columns.map((name) => keepApostrophe(row[name] ?? ''));
        count += 1;
        onProduct?.(count);
      }
    }
    await run.exec('begin isolation level repeatable read read only');
    try {
      const csv = stringify({
        bom: true,
        header: true,
        columns: [...columns],
        escape_formulas: true,
        quoted_match: /[\r\n]/,
      });
      await pipeline(Readable.from(lines()), csv, output);
    } finally {
      await run.exec('rollback');
    }
    return count;
  });
}
