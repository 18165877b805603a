import { type Cells, type Columns, createCells, readColumns } from '../formats/columns.ts';
import { type CsvRecord, isUnreadable, readCsv } from '../formats/csv-source.ts';
import { type Drafts, reduceToKeys } from '../formats/drafts.ts';
import { detectEncoding } from '../formats/encoding.ts';
import { createMagentoReader } from '../formats/magento/magento-rows.ts';
import { detectRootCategories } from '../formats/magento/root-categories.ts';
import type { ReadingOptions, RowReader } from '../formats/reading.ts';
import type { RowError } from '../formats/row-errors.ts';
import { createShopifyReader } from '../formats/shopify/shopify-rows.ts';
import { createWooCommerceReader } from '../formats/woocommerce/woocommerce-rows.ts';
import type { Staging } from './apply/staging-store.ts';
import { type ReferenceOptions, readReference } from './pictures/picture-references.ts';

export type ReadFileOptions = {
  file: number;
  path: string;
  today: string;
  roots: readonly string[];
  references: ReferenceOptions;
  add: (error: RowError) => void;
  onBytes: (bytes: number) => void;
  onRow: () => void;
};

const NO_UTF8 =
  'This line is not valid UTF-8, so the file is read as Windows-1252, which spreadsheets often write. Check the accented letters.';

/** Reads a file into the staging tables and reports all its errors. Returns null if the file is unreadable. */
export async function readFileInto(staging: Staging, options: ReadFileOptions): Promise<Columns | null> {
  const { file, path } = options;
  let wrong = 0;
  const add: ReadFileOptions['add'] = (error) => {
    if (error.severity === 'error') wrong += 1;
    options.add(error);
  };
  let columns: Columns | null = null;
  let reader: RowReader | null = null;
  const addRowError = (line: number, sentence: string) =>
    add({ severity: 'error', file, line, column: null, name: null, sentence });
  const warn = (line: number, sentence: string) =>
    add({ severity: 'warning', file, line, column: null, name: null, sentence });
  const take = (drafts: Drafts, isWrong: boolean) => staging.add(isWrong ? reduceToKeys(drafts) : drafts);
  try {
    const encoding = await detectEncoding(path);
    if (encoding.label === 'windows-1252') warn(encoding.line, NO_UTF8);
    for await (const record of readCsv(path, { encoding: encoding.label, onBytes: options.onBytes })) {
      if (columns === null || reader === null) {
        const read = readColumns(record.fields);
        if (typeof read === 'string') {
          addRowError(record.line, read);
          return null;
        }
        columns = read;
        for (const name of columns.missing)
          warn(
            record.line,
            `There is no column ${name}, which sets where a product is visible. New products are visible everywhere; products in the shop stay as they are. Export with all columns, or give the column this name.`,
          );
        const file = { path, encoding: encoding.label, named: options.roots };
        reader = createReader(
          columns,
          options,
          columns.format === 'magento' ? await detectRootCategories(file) : new Set(),
        );
        continue;
      }
      options.onRow();
      const cells = checkRow(record, columns, { ...options, add });
      const before = wrong;
      if (cells) await take(reader.row(cells), wrong > before);
    }
    const before = wrong;
    if (reader === null) addRowError(1, 'The file is empty; export the products again.');
    else await take(reader.end(), wrong > before);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    addRowError(error.line, error.message);
    await staging.drop(file);
    return null;
  }
  return columns;
}

const READERS = { magento: createMagentoReader, shopify: createShopifyReader, woocommerce: createWooCommerceReader };

function createReader(
  { format }: Columns,
  { file, today, references }: ReadFileOptions,
  roots: ReadonlySet<string>,
): RowReader {
  const picture: ReadingOptions['picture'] = (cells, column, text) =>
    readReference(references, { cells, column, text });
  const options = { file, today, roots, picture };
  return READERS[format](options);
}

/** Rejects rows with the wrong number of columns, because their cells cannot be trusted. */
function checkRow({ fields, line }: CsvRecord, columns: Columns, { file, add }: ReadFileOptions): Cells | null {
  const cells = createCells({ columns, fields, line, file }, add);
  if (fields.length === columns.width) {
    if (!fields.some((field) => field.includes('\0'))) return cells;
    cells.wrong(null, 'The row contains a zero byte; export the products again.');
    return null;
  }
  const sentence = `The row has ${fields.length} columns, but the first line names ${columns.width}; a comma or quotation mark is missing or extra.`;
  cells.wrong(null, sentence);
  return null;
}
