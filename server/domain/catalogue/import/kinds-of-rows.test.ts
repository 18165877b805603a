import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixturePath, formatRowErrors, ownSeller } from '#test/support/catalogue-files.ts';
import { importIntoEach } from '#test/support/catalogue-imports.ts';
import { databaseKinds } from '#test/support/database.ts';
import { joinParts } from '#test/support/stored-catalogue.ts';

const magento = [fixturePath('magento-kinds.csv')];
const shopify = [fixturePath('shopify-kinds.csv')];

describe.each(databaseKinds())('row types in real exports on %s', (kind) => {
  const { load, products, variants, write } = importIntoEach(kind);
  const product = async (sku: string) => (await products()).find((candidate) => candidate.sku === sku);
  const sold = async () =>
    (await variants()).map(({ product, sku, priceCents, qty, color, size, giftCardPrice }) =>
      joinParts(product.sku, product.visibility, sku, priceCents, qty, color, size, giftCardPrice),
    );
  async function bring(files: string[]) {
    const result = await load(files);
    const folder = `${dirname(files[0] ?? '')}/`;
    return formatRowErrors(result, files).map((line) => line.replaceAll(folder, '').replace(/^[a-z-]+\.csv:/, ''));
  }

  it('loads the row types of a real Magento export, and warns about values that it changes or skips', async () => {
    const kinds = 'is not sold here, so it is skipped; the shop sells simple and configurable products and gift cards.';
    expect(await bring(magento)).toEqual([
      '3:15 warning: special_price: 35.00 is loaded and 45.00 is not shown, as the shop keeps one price per variant. It ends on 2026-11-30; import again after that day.',
      '3:5 warning: categories: "Camp / Light / Lamps / Small" has 4 levels, and the shop has 3; the product is put into "Camp / Light / Lamps".',
      '7:11 warning: product_online: the product is switched off; it is not sold.',
      `9:4 warning: product_type: "grouped" ${kinds}`,
      `11:4 warning: product_type: "bundle" ${kinds}`,
      `12:4 warning: product_type: "downloadable" ${kinds}`,
      '15:11 warning: product_online: the product is switched off; it is not sold.',
      '4:2 warning: store_view_code: one row of the file applies to a single store view; such rows are skipped, and rows without a store view are loaded.',
      '3:33 warning: tier_prices: one row of the file has prices for larger quantities, which are skipped, because the shop keeps one price per variant.',
      '10:13 warning: visibility: the product is neither visible individually nor a variant of a product, so it is not sold.',
      '13:4 warning: product_type: a virtual product without a gift card price is not sold here; it is skipped.',
      '2:21 warning: base_image: s/w/swag-open.jpg does not exist; put the file into the pictures folder.',
      '2:21 warning: base_image: s/w/swag-thumb.jpg does not exist; put the file into the pictures folder.',
      '2:21 warning: base_image: s/w/swag.jpg does not exist; put the file into the pictures folder.',
    ]);
    expect(await sold()).toEqual([
      'SWAG-01 everywhere SWAG-01 18900 40',
      'LAMP-1 lists LAMP-1 3500 100',
      'JKT everywhere JKT-S-Red 12000 5 Red S',
      'JKT everywhere JKT-S-Blue 12000 0 Blue S',
      'CARD everywhere CARD-25 2500 100 $25',
      'CARD everywhere CARD-50 5000 100 $50',
      'FIND-ME search FIND-ME 150 3',
    ]);
    expect(await product('SWAG-01')).toMatchObject({
      name: 'Rolled Swag\u2122',
      shortDesc: 'Packs \u2013 small',
      description: expect.stringContaining('<p>Packs small. </p>'),
    });
    expect((await product('LAMP-1'))?.description.length).toBeGreaterThan(60_000);
    expect(new Set((await products()).map(({ seller }) => seller))).toEqual(new Set([ownSeller]));
  });

  it('rejects a Magento gift card amount with a thousands comma instead of selling a $1 card', async () => {
    const path = write('m.csv', 'sku,product_type,name,price,giftcard_amount\nCARD,giftcard,Card,,"500,1,000"\n');
    expect(await bring([path])).toEqual([
      '2:5 giftcard_amount: "500,1,000" could be one amount or several; separate amounts with |, and write thousands without a separator.',
    ]);
    expect(await sold()).toEqual([]);
  });

  it('loads the row types of a real Shopify export, and warns about values that it changes or skips', async () => {
    expect(await bring(shopify)).toEqual([
      '3:21 warning: variant inventory qty: -1 is below zero (more were sold than were in stock); 0 is loaded.',
      '8:8 warning: published: the product is not published; it is not sold.',
      '9:47 warning: status: the product is not published; it is not sold.',
      '2:25 warning: variant compare at price: 1 variant of the file is reduced; their current price is loaded and the former price is not shown, as the shop keeps one price per variant.',
      ...[1, 2, 3].map(
        (number) =>
          `2:30 warning: image src: r/tee-${number}.jpg does not exist; put the file into the pictures folder.`,
      ),
    ]);
    expect(await sold()).toEqual([
      'ridge-tee everywhere RT-MO-S 5900 4 Moss S',
      'ridge-tee everywhere RT-MO-M 5900 0 Moss M',
      'mug everywhere mug 1800 1000',
      'hut-card everywhere hut-card-10-00 1000 1000 $10',
      'hut-card everywhere hut-card-100-00 10000 1000 $100',
      'FR link FR 500 2',
    ]);
  });
});
