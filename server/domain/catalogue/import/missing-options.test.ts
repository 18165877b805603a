import { describe, expect, it } from 'vitest';
import { importIntoEach } from '#test/support/catalogue-imports.ts';
import { databaseKinds } from '#test/support/database.ts';
import { joinParts } from '#test/support/stored-catalogue.ts';

const HEAD =
  'sku,product_type,name,price,qty,visibility,additional_attributes,configurable_variations,configurable_variation_labels\n';
const HIDDEN = 'Not Visible Individually';
const child = (sku: string, attributes: string) => `${sku},simple,${sku},5,1,${HIDDEN},"${attributes}",,\n`;
const parent = (sku: string, variations: string, labels = '') =>
  `${sku},configurable,${sku},,,"Catalog, Search",vendor=V,"${variations}","${labels}"\n`;

describe.each(databaseKinds())('options found only in the rows of variants on %s', (kind) => {
  const { bring: importText, everyRow, products, variants } = importIntoEach(kind);

  const bring = async (content: string) => (await importText(content)).output;
  const sold = async () => (await variants()).map(({ sku, color, size, label }) => joinParts(sku, color, size, label));

  it('reads options from the rows of variants in any order, and changes nothing on a second import', async () => {
    const rows = [
      child('T-1', 'color=Red,size=S,material=Wool'),
      parent('T', 'sku=T-1,size=S|sku=T-2,size=S|sku=T-3,size=M', 'size=Size'),
      child('T-2', 'color=Blue,size=S,material=Wool'),
      child('T-3', 'color=Blue,size=M,material=Wool'),
      child('B-1', 'wood_type=Oak,seats=2'),
      child('B-2', 'wood_type=Ash,seats=2'),
      parent('B', 'sku=B-1|sku=B-2', 'seats=Seats'),
    ];
    expect(await bring(HEAD + rows.join(''))).toEqual([]);
    expect(await sold()).toEqual([
      'T-1 Red S',
      'T-2 Blue S',
      'T-3 Blue M',
      'B-1 2 / Oak Seats / Wood type',
      'B-2 2 / Ash Seats / Wood type',
    ]);
    const before = await everyRow();
    expect(await bring(HEAD + rows.join(''))).toEqual([]);
    expect(await everyRow()).toEqual(before);
  });

  it('leaves out the second of two variants with the same options, with a warning', async () => {
    const rows = [
      child('T-1', 'size=S,ean=9312345678901'),
      child('T-2', 'size=S,ean=9312345678902'),
      parent('T', 'sku=T-1,size=S|sku=T-2,size=S'),
    ];
    expect(await bring(HEAD + rows.join(''))).toEqual([
      'p.csv:4:8 warning: configurable_variations: "T-2" is chosen by the same options as "T-1", so customers could not tell them apart; it is skipped.',
    ]);
    expect(await sold()).toEqual(['T-1 S']);
  });

  it('reports an error when no row has a value for a configurable option', async () => {
    expect(await bring(HEAD + child('T-1', '') + parent('T', 'sku=T-1'))).toEqual([
      'p.csv:3:8 configurable_variations: T-1 has no options, neither here nor in its own row; add them, such as color=Red.',
    ]);
  });

  it('reports store view rows and tier prices once per file', async () => {
    const head = 'sku,store_view_code,product_type,name,price,tier_prices\n';
    const rows = [
      'A,,simple,Cup,5,"ALL GROUPS,qty=5,price=4"\n',
      'A,german,simple,Tasse,,\n',
      'A,french,simple,Tasse,,\n',
    ];
    expect(await bring(head + rows.join(''))).toEqual([
      'p.csv:3:2 warning: store_view_code: 2 rows of the file apply to a single store view; such rows are skipped, and rows without a store view are loaded.',
      'p.csv:2:6 warning: tier_prices: one row of the file has prices for larger quantities, which are skipped, because the shop keeps one price per variant.',
    ]);
    expect((await products()).map(({ name }) => name)).toEqual(['Cup']);
  });
});
