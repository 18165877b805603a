import { createWriteStream } from 'node:fs';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database, SqlConnection } from '#server/platform/database/database.ts';
import { createTestFolder, load, manyMugs, testPublicUrl } from '#test/support/catalogue-files.ts';
import { everyDatabase, openTestDatabase } from '#test/support/database.ts';
import { storedRows } from '#test/support/stored.ts';
import { exportCatalogue } from './export.ts';
import type { ImportProgress } from './import.ts';

const HEAD = 'Handle,Title,Vendor,Variant Price,Variant SKU\n';

describe.each(everyDatabase())('catalogue import while the shop is open on %s', (kind) => {
  const files = createTestFolder();
  let database: Database;
  afterAll(() => files.remove());
  beforeEach(async () => {
    database = await openTestDatabase(kind);
  });
  afterEach(() => database.close());

  const skus = async () => (await storedRows(database).all('variants')).map(({ sku }) => sku).toSorted();
  const twoFiles = () => [
    files.write('mugs.csv', `${HEAD}mug,Mug,Tide,12.50,MUG\n`),
    files.write('pots.csv', `${HEAD}pot,Pot,Tide,30.00,POT\n`),
  ];

  it('lets customers write between two transactions of an import', async () => {
    const order: string[] = [];
    let meanwhile: Promise<unknown> | undefined;
    const onProgress = ({ phase }: ImportProgress) => {
      if (phase !== 'loading') return;
      order.push('some products written');
      meanwhile ??= storedRows(database)
        .change('variants', { qty: 7 }, { sku: 'MUG-1' })
        .then(() => order.push('customer'));
    };
    await load(database, [files.write('many.csv', manyMugs(400))], { onProgress });
    await meanwhile;
    expect(order.indexOf('customer')).toBeLessThan(order.lastIndexOf('some products written'));
  });

  it('checks large files in more transactions, so that customers can write in between', async () => {
    const turnsWhileChecked = async (products: number) => {
      let turns = 0;
      const exclusive: Database['exclusive'] = (work) =>
        database.exclusive((run) => {
          const transaction: SqlConnection['transaction'] = (...transacted) => {
            turns += 1;
            return run.transaction(...transacted);
          };
          return work({ ...run, transaction });
        });
      const mugs = files.write('many.csv', manyMugs(products));
      const { planned } = await load({ ...database, exclusive }, [mugs], { dryRun: true });
      expect(planned[0]?.counts).toMatchObject({ newProducts: products, newVariants: products });
      return turns;
    };
    expect(await turnsWhileChecked(5_000)).toBeGreaterThan(2 * (await turnsWhileChecked(25)));
  });

  it('keeps what an aborted import has written, and loads the rest on the next import', async () => {
    const stopping = new AbortController();
    const onProgress = ({ phase }: ImportProgress) => {
      if (phase === 'loading') stopping.abort(new Error('The shop is closing.'));
      stopping.signal.throwIfAborted();
    };
    const file = files.write('many.csv', manyMugs(60));
    await expect(load(database, [file], { onProgress, signal: stopping.signal })).rejects.toThrow(
      /many\.csv was loaded only in part \(The shop is closing\)\. 25 of 60 products are in the shop; import it again to load the rest\./,
    );
    expect(await skus()).toHaveLength(25);
    await load(database, [file]);
    expect(await skus()).toHaveLength(60);
  });

  it('loads nothing when an import is aborted while reading', async () => {
    const stopping = new AbortController();
    const onProgress = ({ phase }: ImportProgress) => {
      if (phase === 'reading') stopping.abort(new Error('The shop is closing.'));
    };
    await expect(load(database, twoFiles(), { onProgress, signal: stopping.signal })).rejects.toThrow(
      'The shop is closing.',
    );
    expect(await skus()).toEqual([]);
  });

  it('rejects a second import while one is running, but accepts it afterwards', async () => {
    let second: Promise<unknown> | undefined;
    const onProgress = () => {
      second ??= load(database, twoFiles()).catch((error: Error) => error.message);
    };
    const [mugs = '', pots = ''] = twoFiles();
    await load(database, [mugs], { onProgress });
    expect(await second).toBe('Another import is running on this database. Wait until it ends, then start this one.');
    await load(database, [pots]);
    expect(await skus()).toEqual(['MUG', 'POT']);
  });

  it('keeps the database usable after an export is aborted', async () => {
    await load(database, twoFiles());
    const output = createWriteStream(files.write('out.csv', ''));
    const signal = AbortSignal.abort(new Error('The shop is closing.'));
    await expect(
      exportCatalogue(database, output, { format: 'shopify', publicUrl: testPublicUrl, signal }),
    ).rejects.toThrow('The shop is closing.');
    expect(await skus()).toEqual(['MUG', 'POT']);
  });
});
