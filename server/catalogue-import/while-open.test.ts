import { createWriteStream } from 'node:fs';
import { afterAll, afterEach, beforeEach, describe, expect, it as test } from 'vitest';
import { load, testFolder, testPublicUrl } from '#test/support/catalogue-files.ts';
import { databaseKinds, openTestDatabase } from '#test/support/database.ts';
import type { Database } from '../database/open.ts';
import { exportCatalogue } from './export.ts';
import type { ImportProgress } from './import.ts';

const HEAD = 'Handle,Title,Vendor,Variant Price,Variant SKU\n';

describe.each(databaseKinds())('a catalogue that changes while the shop is open, on %s', (kind) => {
  const files = testFolder();
  let database: Database;
  afterAll(() => files.remove());
  beforeEach(async () => {
    database = await openTestDatabase(kind);
  });
  afterEach(() => database.close());

  const skus = async () => (await database.query('select sku from variants order by sku')).rows.map((row) => row.sku);
  const count = async (name: string) =>
    (await database.query('select value from counters where name = $1', [name])).rows[0]?.value;
  const twoFiles = () => [
    files.write('mugs.csv', `${HEAD}mug,Mug,Tide,12.50,MUG\n`),
    files.write('pots.csv', `${HEAD}pot,Pot,Tide,30.00,POT\n`),
  ];

  test('an import that is ended rolls back the file at hand, keeps those before it, and nothing of the shop is lost', async () => {
    const stopping = new AbortController();
    const writing = Promise.withResolvers<void>();
    // What a customer does while the second file is being written; the import is then ended before its transaction is.
    const meanwhile = writing.promise.then(() =>
      database.query("insert into counters (name, value) values ('of a customer', 1)"),
    );
    const onProgress = ({ phase, done }: ImportProgress) => {
      if (phase !== 'loading' || done < 2) return;
      writing.resolve();
      stopping.abort(new Error('The shop is closing.'));
      stopping.signal.throwIfAborted();
    };
    await expect(load(database, twoFiles(), { onProgress, signal: stopping.signal })).rejects.toThrow(
      /pots\.csv was not loaded \(The shop is closing\); nothing of it is in the shop\. Loaded before it: .*mugs\.csv\./,
    );
    await meanwhile;
    expect(await skus()).toEqual(['MUG']);
    expect(await count('of a customer')).toBe(1);
  });

  test('an import that is ended while it reads has loaded nothing', async () => {
    const stopping = new AbortController();
    const onProgress = ({ phase }: ImportProgress) => {
      if (phase === 'reading') stopping.abort(new Error('The shop is closing.'));
    };
    await expect(load(database, twoFiles(), { onProgress, signal: stopping.signal })).rejects.toThrow(
      'The shop is closing.',
    );
    expect(await skus()).toEqual([]);
  });

  test('a second import waits its turn, the next one after the first is taken', async () => {
    let second: Promise<unknown> | undefined;
    const onProgress = () => {
      second ??= load(database, twoFiles()).catch((error: Error) => error.message);
    };
    const [mugs = '', pots = ''] = twoFiles();
    await load(database, [mugs], { onProgress });
    expect(await second).toBe('Another import is running on this database; start this one when it is done.');
    await load(database, [pots]);
    expect(await skus()).toEqual(['MUG', 'POT']);
  });

  test('an export that is ended lets the shop go on', async () => {
    await load(database, twoFiles());
    const out = createWriteStream(files.write('out.csv', ''));
    const signal = AbortSignal.abort(new Error('The shop is closing.'));
    await expect(
      exportCatalogue(database, out, { format: 'shopify', publicUrl: testPublicUrl, signal }),
    ).rejects.toThrow('The shop is closing.');
    expect(await skus()).toEqual(['MUG', 'POT']);
  });
});
