import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listAllRows, ownSeller, testPublicUrl } from '#test/support/catalogue-files.ts';
import { importIntoEach } from '#test/support/catalogue-imports.ts';
import { databaseKinds } from '#test/support/database.ts';
import { joinParts } from '#test/support/stored-catalogue.ts';
import { FORMATS, type FormatName } from '../formats/columns.ts';
import { exportCatalogue } from './export.ts';

const FILES: Record<FormatName, (seller: string, price: string, end?: string) => string> = {
  shopify: (
    seller,
    price,
    end = '',
  ) => `Handle,Title,Vendor,Gift Card,Option1 Name,Option1 Value,Variant SKU,Variant Price
${end === '' ? 'tote' : `T-1${end}`},Tote,${seller},FALSE,,,T-1${end},${price}
shirt${end},Shirt,${seller},FALSE,Size,S,SH-S${end},${price}
shirt${end},,,,,M,SH-M${end},${price}
card${end},Card,${seller},TRUE,Denominations,$25,${end === '' ? '' : `card-25${end}`},25.00
`,
  magento: (
    seller,
    price,
    end = '',
  ) => `sku,product_type,name,price,visibility,vendor,configurable_variations,giftcard_amount
T-1${end},simple,Tote,${price},"Catalog, Search",${seller},,
SH-S${end},simple,Shirt S,${price},Not Visible Individually,,,
SH-M${end},simple,Shirt M,${price},Not Visible Individually,,,
SH${end},configurable,Shirt,,"Catalog, Search",${seller},"sku=SH-S${end},size=S|sku=SH-M${end},size=M",
CARD${end},giftcard,Card,,"Catalog, Search",${seller},,25
`,
  woocommerce: (
    seller,
    price,
    end = '',
  ) => `Type,SKU,Name,Regular price,Vendor,Parent,Attribute 1 name,Attribute 1 value(s)
simple,T-1${end},Tote,${price},${seller},,,
variable,SH${end},Shirt,,${seller},,Size,"S, M"
variation,SH-S${end},Shirt S,${price},,SH${end},Size,S
variation,SH-M${end},Shirt M,${price},,SH${end},Size,M
gift-card,CARD${end},Card,25.00,${seller},,,
`,
};

const ONE: Record<FormatName, (sku: string, seller: string, price: string) => string> = {
  shopify: (sku, seller, price) =>
    `Handle,Title,Vendor,Variant SKU,Variant Price\n${sku},Tote,${seller},${sku},${price}\n`,
  magento: (sku, seller, price) => `sku,product_type,name,price,vendor\n${sku},simple,Tote,${price},${seller}\n`,
  woocommerce: (sku, seller, price) => `Type,SKU,Name,Regular price,Vendor\nsimple,${sku},Tote,${price},${seller}\n`,
};

describe.each(databaseKinds())('a row with a public sku on %s', (kind) => {
  const { bring, database, folder, stored, variants } = importIntoEach(kind);
  const shelf = async (seller: string) =>
    (await variants())
      .filter(({ product }) => product.seller === seller)
      .map(({ id, sku, ownSku, priceCents, product }) => ({
        product: {
          id: product.id,
          sku: product.sku,
          ownSku: product.ownSku,
          handle: product.handle,
          name: product.name,
        },
        id,
        sku,
        ownSku,
        priceCents,
      }));
  type Shelf = Awaited<ReturnType<typeof shelf>>;
  const priced = (list: Shelf, from: number, to: number) =>
    list.map((row) => (row.priceCents === from ? { ...row, priceCents: to } : row));

  it.each(FORMATS)(
    "matches a row with a public sku to its seller's products although the file for %s names no seller",
    async (format) => {
      await bring(FILES[format]('Fern Lane', '20.00'));
      await bring(FILES[format]('Salt Shed', '35.00'));
      const [fern, salt] = [await shelf('Fern Lane'), await shelf('Salt Shed')];
      expect(salt.map(({ sku }) => sku)).toContain('SH-M-salt-shed');
      for (const seller of ['', 'Salt Shed']) {
        const file = FILES[format](seller, '36.00', '-salt-shed');
        expect((await bring(file)).output).toEqual([]);
        expect(await shelf('Salt Shed')).toEqual(priced(salt, 3_500, 3_600));
        const all = await listAllRows(database());
        expect((await bring(file)).output).toEqual([]);
        expect(await listAllRows(database())).toEqual(all);
        expect((await bring(FILES[format]('Salt Shed', '35.00'))).output).toEqual([]);
        expect(await shelf('Salt Shed')).toEqual(salt);
      }
      expect(await shelf('Fern Lane')).toEqual(fern);
      expect(await shelf(ownSeller)).toEqual([]);
    },
  );

  it.each(FORMATS)(
    'rejects a public sku that another seller uses as its own, naming both sellers, in a file for %s',
    async (format) => {
      const buildFile = ONE[format];
      for (const [sku, seller] of [
        ['T-1', 'Fern Lane'],
        ['T-1', 'Salt Shed'],
        ['T-1-salt-shed', 'Tide'],
      ] as const)
        expect((await bring(buildFile(sku, seller, '5.00'))).output).toEqual([]);
      const before = await listAllRows(database());
      expect((await bring(buildFile('T-1-salt-shed', '', '6.00'))).output).toEqual([
        expect.stringMatching(
          /^p\.csv:2:\d \w+: "T-1-salt-shed" is a product of Salt Shed \(salt-shed\) and of Tide \(tide\); name the seller/,
        ),
      ]);
      expect(await listAllRows(database())).toEqual(before);
      const prices = async () =>
        (await stored().all('variants')).map(({ sku, priceCents }) => joinParts(sku, priceCents)).toSorted();
      expect((await bring(buildFile('T-1-salt-shed', 'Tide', '7.00'))).output).toEqual([]);
      expect(await prices()).toEqual(['T-1 500', 'T-1-salt-shed 500', 'T-1-salt-shed-tide 700']);
      expect((await bring(buildFile('T-1-salt-shed', '', '8.00'), { seller: 'salt-shed' })).output).toEqual([]);
      expect(await prices()).toEqual(['T-1 500', 'T-1-salt-shed 800', 'T-1-salt-shed-tide 700']);
    },
  );

  it.each(FORMATS)('matches the same products by public sku in an export without sellers for %s', async (format) => {
    await bring(FILES.shopify('Fern Lane', '20.00'));
    await bring(FILES.shopify('Salt Shed', '35.00'));
    const salt = await shelf('Salt Shed');
    const path = join(folder, `sellers-${format}.csv`);
    await exportCatalogue(database(), createWriteStream(path), { format, publicUrl: testPublicUrl });
    const lines = readFileSync(path, 'utf8').split('\n');
    const unnamed = lines
      .filter((line, index) => index === 0 || line.includes('-salt-shed'))
      .map((line) => `${line.replaceAll(/vendor=Salt Shed,?|Salt Shed/g, '').replaceAll('35.00', '36.00')}\n`);
    expect((await bring(unnamed.join(''))).output).toEqual([]);
    expect(await shelf('Salt Shed')).toEqual(priced(salt, 3_500, 3_600));
    expect(await stored().count('products')).toBe(6);
  });

  it('matches a product by the exported handle when two products share a handle', async () => {
    const unnamed = 'Handle,Title,Variant SKU,Variant Price,Status\nT-1,Tote,T-1,21.00,active\n';
    await bring(FILES.shopify('Fern Lane', '20.00'));
    const fern = await shelf('Fern Lane');
    expect((await bring(unnamed)).output).toEqual([]);
    const totes = (list: Shelf) => list.filter(({ product }) => product.sku === 'T-1');
    const tote = priced(totes(fern), 2_000, 2_100);
    expect(totes(await shelf('Fern Lane'))).toEqual(tote);
    expect(await shelf(ownSeller)).toEqual([]);
    await bring('Handle,Title,Variant SKU,Variant Price,Status\nT-1,Other tote,,,draft\n');
    expect(totes(await shelf('Fern Lane'))).toEqual(tote);
  });
});
