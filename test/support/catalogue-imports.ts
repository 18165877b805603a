import { afterAll, afterEach, beforeEach } from 'vitest';
import type { Database, DatabaseKind } from '#server/platform/database/database.ts';
import { createTestFolder, formatRowErrors, listAllRows, load } from './catalogue-files.ts';
import { openTestDatabase } from './database.ts';
import { storedRows } from './stored.ts';
import { flattenVariants, readStoredCatalogue } from './stored-catalogue.ts';

type Content = string | Buffer;
type LoadOptions = Parameters<typeof load>[2];

export function importIntoEach(kind: DatabaseKind) {
  const files = createTestFolder();
  let database: Database;
  beforeEach(async () => {
    database = await openTestDatabase(kind);
  });
  afterEach(() => database.close());
  afterAll(() => files.remove());
  return {
    folder: files.folder,
    write: files.write,
    load: (paths: string[], options: LoadOptions = {}) => load(database, paths, options),
    everyRow: () => listAllRows(database),
    database: () => database,
    stored: () => storedRows(database),
    products: () => readStoredCatalogue(database),
    variants: async () => flattenVariants(await readStoredCatalogue(database)),
    /** Imports p.csv, p2.csv and so on in one run; `output`: the lines printed. */
    async bring(content: Content | Content[], options: LoadOptions = {}) {
      const paths = [content].flat().map((text, index) => files.write(`p${index === 0 ? '' : index + 1}.csv`, text));
      const result = await load(database, paths, options);
      return { output: formatRowErrors(result, paths), counts: result.loaded[0]?.counts };
    },
  };
}
