import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import type { Database, SqlRunner } from '#server/platform/database/database.ts';
import type { FormatName } from '../formats/columns.ts';
import { doubleApostrophe } from '../formats/formulas.ts';
import { MAGENTO_COLUMNS, toMagentoRows } from '../formats/magento/magento-export.ts';
import { SHOPIFY_COLUMNS, toShopifyRows } from '../formats/shopify/shopify-export.ts';
import { toWooCommerceRows, WOOCOMMERCE_COLUMNS } from '../formats/woocommerce/woocommerce-export.ts';
import { escapeEntities } from '../formats/words.ts';
import { type SoldProduct, streamSoldProducts } from './export-store.ts';

export type ExportOptions = {
  format: FormatName;
  publicUrl: string;
  onProduct?: (count: number) => void;
  signal?: AbortSignal;
};

const WIDEST = 1280;
type Picture = (image: { id: string; version: string }) => string;
type Writer = {
  columns: readonly string[];
  toRows: (product: SoldProduct, picture: Picture) => Partial<Record<string, string>>[];
};
const WRITERS: Record<FormatName, Writer> = {
  magento: { columns: MAGENTO_COLUMNS, toRows: toMagentoRows },
  shopify: { columns: SHOPIFY_COLUMNS, toRows: toShopifyRows },
  woocommerce: { columns: WOOCOMMERCE_COLUMNS, toRows: toWooCommerceRows },
};

/** Escapes entities in all text except descriptions, which are already HTML. */
function withEntities(product: SoldProduct): SoldProduct {
  const keepText = (text: string | null): string | null => (text === null ? null : escapeEntities(text));
  const variants = product.variants.map((variant) => {
    const { color, size, size_label } = variant;
    return { ...variant, color: keepText(color), size: keepText(size), size_label: keepText(size_label) };
  });
  const categories = product.categories.map((path) => path.map(escapeEntities));
  return {
    ...product,
    name: escapeEntities(product.name),
    seller: escapeEntities(product.seller),
    categories,
    variants,
  };
}

/**
 * Exports a consistent snapshot that can be imported again without any change. Adds an apostrophe to formula-like text
 * (CWE-1236). `output` must be a file, because a slow reader would block the embedded database.
 */
export async function exportCatalogue(
  database: Database,
  output: NodeJS.WritableStream,
  { format, publicUrl, onProduct, signal }: ExportOptions,
): Promise<number> {
  const picture = ({ id, version }: { id: string; version: string }) =>
    `${publicUrl}/media/${encodeURIComponent(id)}/${WIDEST}.jpg?v=${encodeURIComponent(version)}`;
  const { columns, toRows } = WRITERS[format];
  let count = 0;
  async function* lines(run: SqlRunner) {
    for await (const product of streamSoldProducts(run)) {
      signal?.throwIfAborted();
      for (const row of toRows(withEntities(product), picture))
        yield columns.map((name) => doubleApostrophe(row[name] ?? ''));
      count += 1;
      onProduct?.(count);
    }
  }
  const write = async (run: SqlRunner): Promise<number> => {
    const csv = stringify({
      bom: true,
      header: true,
      columns: [...columns],
      escape_formulas: true,
      quoted_match: /[\r\n]/,
    });
    await pipeline(Readable.from(lines(run)), csv, output);
    return count;
  };
  return database.exclusive((connection) => connection.transaction(write, { snapshot: true }));
}
