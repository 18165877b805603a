import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findProduct } from '#server/domain/catalogue/products/product.ts';
import type { Database } from '#server/platform/database/database.ts';
import { readSettings } from '#server/settings.ts';
import { createTestFolder, formatRowErrors, listAllRows, load, testPublicUrl } from '#test/support/catalogue-files.ts';
import { databaseKinds, openTestDatabase } from '#test/support/database.ts';
import { storedRows } from '#test/support/stored.ts';
import { exportCatalogue } from '../export.ts';

const files = createTestFolder();
beforeAll(async () => {
  for (const [name, background] of Object.entries({ room: '#888888', red: '#aa3333', blue: '#3333aa' })) {
    const picture = sharp({ create: { width: 40, height: 40, channels: 3, background } });
    files.write(`${name}.png`, await picture.png().toBuffer());
  }
});
afterAll(() => files.remove());

const COLUMNS = 'Handle,Title,Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src,Image Position';
const writeMugs = (red: string, blue: string) =>
  files.write(
    'mugs.csv',
    `${COLUMNS},Variant Image\nmug,Mug,V,Color,Red,MUG-R,15,room.png,1,${red}\nmug,,,,Blue,MUG-B,15,blue.png,2,${blue}\n`,
  );

describe.each(databaseKinds())('variant pictures on %s', (kind) => {
  let database: Database;
  beforeEach(async () => {
    database = await openTestDatabase(kind);
  });
  afterEach(() => database.close());

  const stored = () => storedRows(database);

  async function readShownPictures(): Promise<Record<string, number | undefined>> {
    const { id } = await stored().one('products', { sku: 'mug' });
    const product = await findProduct({ database, settings: readSettings({}) }, id);
    const places = product?.configurable_products.map(({ sku, picture_id }) => [
      sku,
      picture_id === undefined ? undefined : product.pictures.findIndex(({ id }) => id === picture_id),
    ]);
    return Object.fromEntries(places ?? []);
  }

  it('changes and removes variant pictures as the file specifies, and keeps them when the column is missing', async () => {
    const path = writeMugs('red.png', 'blue.png');
    const first = await load(database, [path]);
    expect(formatRowErrors(first, ['m.csv'])).toEqual([]);
    expect(await readShownPictures()).toEqual({ 'MUG-R': 2, 'MUG-B': 1 });
    const before = await listAllRows(database);
    await load(database, [path]);
    expect(await listAllRows(database)).toEqual(before);

    const prices = 'Handle,Title,Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Price';
    await load(database, [
      files.write('prices.csv', `${prices}\nmug,Mug,V,Color,Red,MUG-R,16\nmug,,,,Blue,MUG-B,16\n`),
    ]);
    expect(await readShownPictures()).toEqual({ 'MUG-R': 2, 'MUG-B': 1 });

    const changed = await load(database, [writeMugs('room.png', '')]);
    expect(changed.loaded[0]?.counts).toMatchObject({ changedVariants: 2 });
    expect(await readShownPictures()).toEqual({ 'MUG-R': 0, 'MUG-B': undefined });
  });

  it("keeps a variant's old picture when the new one cannot be loaded", async () => {
    await load(database, [writeMugs('red.png', 'blue.png')]);
    const failedLoad = await load(database, [writeMugs('gone.png', 'blue.png')]);
    expect(formatRowErrors(failedLoad, ['m.csv'])).toHaveLength(1);
    const pictures = (await stored().all('variants')).map(({ pictureId }) => pictureId);
    expect(new Set(pictures).size).toBe(2);
    expect(pictures).not.toContain(null);
  });

  it('exports variant pictures for Shopify and imports them unchanged', async () => {
    await load(database, [writeMugs('red.png', 'blue.png')]);
    const before = await listAllRows(database);
    const path = join(files.folder, `export-${kind}.csv`);
    await exportCatalogue(database, createWriteStream(path), { format: 'shopify', publicUrl: testPublicUrl });
    expect(formatRowErrors(await load(database, [path]), [path])).toEqual([]);
    expect(await listAllRows(database)).toEqual(before);
    await stored().change('variants', { pictureId: null });
    await load(database, [path]);
    expect(await readShownPictures()).toEqual({ 'MUG-R': 2, 'MUG-B': 1 });
  });
});
