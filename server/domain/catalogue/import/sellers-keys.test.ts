import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { formatRowErrors, listAllRows, load, ownSeller, testPublicUrl } from '#test/support/catalogue-files.ts';
import { importIntoEach } from '#test/support/catalogue-imports.ts';
import { databaseKinds, openTestDatabase } from '#test/support/database.ts';
import { pickDailyShare } from '#test/support/run-size.ts';
import { storedRows } from '#test/support/stored.ts';
import { joinParts } from '#test/support/stored-catalogue.ts';
import { FORMATS, type FormatName } from '../formats/columns.ts';
import { exportCatalogue } from './export.ts';

const FILES: Record<FormatName, (seller: string, price: string, isOn?: boolean) => string> = {
  shopify: (
    seller,
    price,
    isOn = true,
  ) => `Handle,Title,Vendor,Status,Gift Card,Option1 Name,Option1 Value,Variant SKU,Variant Price
tote,${seller} tote,${seller},${isOn ? 'active' : 'draft'},FALSE,,,T-1,${price}
shirt,${seller} shirt,${seller},active,FALSE,Size,S,SH-S,${price}
shirt,,,,,,M,SH-M,${price}
card,${seller} card,${seller},active,TRUE,Denominations,$25,,25.00
`,
  magento: (
    seller,
    price,
    isOn = true,
  ) => `sku,product_type,name,price,qty,product_online,visibility,vendor,configurable_variations,giftcard_amount
T-1,simple,${seller} tote,${price},5,${isOn ? 1 : 2},"Catalog, Search",${seller},,
SH-S,simple,${seller} S,${price},5,1,Not Visible Individually,,,
SH-M,simple,${seller} M,${price},5,1,Not Visible Individually,,,
SH,configurable,${seller} shirt,,,1,"Catalog, Search",${seller},"sku=SH-S,size=S|sku=SH-M,size=M",
CARD,giftcard,${seller} card,,5,1,"Catalog, Search",${seller},,25
`,
  woocommerce: (
    seller,
    price,
    isOn = true,
  ) => `ID,Type,SKU,Name,Published,Regular price,Stock,Vendor,Parent,Attribute 1 name,Attribute 1 value(s)
11,simple,,${seller} tote,${isOn ? 1 : 0},${price},5,${seller},,,
12,variable,SH,${seller} shirt,1,,,${seller},,Size,"S, M"
13,variation,,${seller} S,1,${price},5,,id:12,Size,S
14,variation,SH-M,${seller} M,1,${price},5,,SH,Size,M
15,variable,WIDE,${seller} rug,1,,,${seller},,Size,"S, M"
16,variation,WIDE-ANY,${seller} rug,1,${price},4,,WIDE,Size,
17,gift-card,CARD,${seller} card,1,25.00,5,${seller},,,
`,
};

describe.each(databaseKinds())('two sellers with the same keys on %s', (kind) => {
  const { bring: bringAll, database, folder, products, stored } = importIntoEach(kind);
  const bring = async (...args: Parameters<typeof bringAll>) => {
    const { output } = await bringAll(...args);
    return { output: output.filter((line) => !line.includes('not sold') && !line.includes('not published')) };
  };
  const shelf = async (name: string) =>
    (await products())
      .filter(({ seller }) => seller === name)
      .map(({ id, sku, name, visibility, description, variants }) => ({
        id,
        sku,
        name,
        visibility,
        description,
        variants: variants.map(({ id, sku, priceCents, qty }) => ({ id, sku, priceCents, qty })),
      }));
  const prices = async () => (await stored().all('variants')).map(({ sku, priceCents }) => joinParts(sku, priceCents));
  const listKeys = async (source: Database) => {
    const { all } = storedRows(source);
    return [...(await all('products')), ...(await all('variants'))]
      .map(({ sku, ownSku }) => joinParts(sku, ownSku))
      .toSorted();
  };

  const pairs = FORMATS.flatMap((first) => FORMATS.map((second) => [first, second] as const));
  it.each(pickDailyShare(pairs, 3))(
    "does not change the first seller's products when a second seller imports: %s, then %s",
    async (first, second) => {
      await bring(FILES[first]('Fern Lane', '20.00'));
      const before = await shelf('Fern Lane');
      for (const isOn of [true, false, true]) {
        expect((await bring(FILES[second]('Salt Shed', '35.00', isOn))).output).toEqual([]);
        expect(await shelf('Fern Lane')).toEqual(before);
      }
      const salt = await shelf('Salt Shed');
      const named = salt.filter(({ name }) => name.startsWith('Salt Shed'));
      expect(named.flatMap(({ variants }) => variants)).toHaveLength(second === 'woocommerce' ? 6 : 4);
      expect(salt.every(({ visibility }) => visibility === 'everywhere')).toBe(true);
      const all = await listAllRows(database());
      expect((await bring(FILES[second]('Salt Shed', '35.00'))).output).toEqual([]);
      expect(await listAllRows(database())).toEqual(all);
    },
  );

  it('separates two sellers in one import, including rows that --seller assigns', async () => {
    const tote = (price: string) => `sku,product_type,name,price\nT-1,simple,Tote,${price}\n`;
    await bring([FILES.shopify('Fern Lane', '20.00'), FILES.shopify('Salt Shed', '35.00')]);
    expect((await products()).map(({ seller, sku }) => `${seller}: ${sku}`)).toEqual([
      ...['T-1', 'shirt', 'card'].map((sku) => `Fern Lane: ${sku}`),
      ...['T-1-salt-shed', 'shirt-salt-shed', 'card-salt-shed'].map((sku) => `Salt Shed: ${sku}`),
    ]);
    const before = await shelf('Fern Lane');
    expect((await bring(tote('36.00'), { seller: 'salt-shed' })).output).toEqual([]);
    expect((await bring(tote('37.00'), { seller: 'Tide' })).output).toEqual([]);
    expect(await shelf('Fern Lane')).toEqual(before);
    expect(await prices()).toEqual(expect.arrayContaining(['T-1-salt-shed 3600', 'T-1-tide 3700']));
  });

  const STOCK = 'sku,product_type,name,price,qty\nT-1,simple,Tote,21.00,9\n';

  it('matches a row without a seller by its key, and names the sellers when several have that key', async () => {
    await bring(FILES.magento('Fern Lane', '20.00'));
    expect((await bring(STOCK)).output).toEqual([]);
    expect((await prices()).filter((line) => line.endsWith(' 2100'))).toEqual(['T-1 2100']);
    await bring(FILES.magento('Salt Shed', '35.00'));
    const before = await listAllRows(database());
    expect((await bring(STOCK)).output).toEqual([
      'p.csv:2:1 sku: "T-1" is a product of Fern Lane (fern-lane) and of Salt Shed (salt-shed); name the seller in the row, or use --seller for all rows that name none.',
    ]);
    expect(await listAllRows(database())).toEqual(before);
    expect((await bring(STOCK, { seller: 'salt-shed' })).output).toEqual([]);
    expect(await stored().count('variants', { priceCents: 2_100, qty: 9 })).toBe(2);
    await bring(STOCK.replace('T-1', 'NEW-1'));
    expect((await shelf(ownSeller)).map(({ sku }) => sku)).toEqual(['NEW-1']);
  });

  it('rejects a new product that refers to variants of another seller', async () => {
    await bring(FILES.magento('Fern Lane', '20.00'));
    const before = await shelf('Fern Lane');
    const taking = (sku: string) =>
      `sku,product_type,name,price,vendor,configurable_variations\nSET,configurable,Set,,Salt Shed,"sku=${sku},size=S"\n`;
    expect((await bring(taking('T-1'))).output).toEqual([expect.stringContaining('there is no simple product "T-1"')]);
    expect((await bring(taking('SH-S'))).output).toEqual([
      expect.stringContaining('there is no simple product "SH-S"'),
    ]);
    expect(await shelf('Fern Lane')).toEqual(before);
  });

  it('moves products to another seller with --move-to, keeping their ids, and creates new ones there', async () => {
    await bring(FILES.magento('Fern Lane', '20.00'));
    await bring(FILES.shopify('Salt Shed', '35.00'));
    const ids = async (seller: string) => (await shelf(seller)).map(({ id }) => id);
    const before = await ids('Fern Lane');
    const moved = FILES.magento('Fern Lane', '20.00').concat('NEW-1,simple,New,5.00,5,1,"Catalog, Search",,,\n');
    await bring('sku,product_type,name,price,vendor\nX,simple,X,1.00,New Lane\n');
    expect((await bring(moved, { moveTo: 'new-lane' })).output).toEqual([]);
    expect(await shelf('Fern Lane')).toEqual([]);
    expect(await ids('New Lane')).toEqual(expect.arrayContaining(before));
    expect((await shelf('New Lane')).map(({ sku }) => sku)).toContain('NEW-1');
    const all = await listAllRows(database());
    expect((await bring(moved.replaceAll('Fern Lane', 'New Lane'))).output).toEqual([]);
    expect((await listAllRows(database())).variants).toEqual(all.variants);
    await expect(bring(moved, { moveTo: 'nobody' })).rejects.toThrow(
      'The shop has no seller "nobody", which --move-to names.',
    );
  });

  it.each(pickDailyShare(FORMATS, 1))(
    'matches the same products when an export for %s contains products of several sellers with the same keys',
    async (format) => {
      for (const [first, seller] of [
        ['shopify', 'Fern Lane'],
        ['shopify', 'Salt Shed'],
        ['woocommerce', 'Tide'],
        ['magento', 'Ebb'],
      ] as const)
        await bring(FILES[first](seller, '20.00'));
      const path = join(folder, `out-${format}.csv`);
      await exportCatalogue(database(), createWriteStream(path), { format, publicUrl: testPublicUrl });
      const before = await listAllRows(database());
      expect(formatRowErrors(await load(database(), [path]), [path])).toEqual([]);
      expect(await listAllRows(database())).toEqual(before);
      const elsewhere = await openTestDatabase(kind);
      expect(formatRowErrors(await load(elsewhere, [path]), [path])).toEqual([]);
      expect(await listKeys(elsewhere)).toEqual(await listKeys(database()));
      await elsewhere.close();
    },
  );
});
