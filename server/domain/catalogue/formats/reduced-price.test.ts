import { describe, expect, it } from 'vitest';
import { formatRowErrors } from '#test/support/catalogue-files.ts';
import { importIntoEach } from '#test/support/catalogue-imports.ts';
import { databaseKinds } from '#test/support/database.ts';

const magento =
  'sku,product_type,name,price,additional_attributes,special_price,special_price_from_date,special_price_to_date\n';
const shopify =
  'Handle,Title,Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Compare At Price,Image Src,Variant Image,Status\n';

describe.each(databaseKinds())('reduced prices and variant pictures on %s', (kind) => {
  const { everyRow, load, products, variants, write } = importIntoEach(kind);
  const prices = async () =>
    (await variants())
      .map(({ sku, priceCents }) => [sku, priceCents] as const)
      .toSorted(([sku], [other]) => (sku < other ? -1 : 1));

  it('loads a special price while it is valid, and warns with the loaded price and its end date', async () => {
    const rows = [
      'always,simple,A,20,vendor=V,15.000000,,',
      'begun,simple,B,20,vendor=V,15,2026-11-02 00:00:00,',
      'last-day,simple,C,20,vendor=V,15,1/31/26,2026-11-02',
      'later,simple,D,20,vendor=V,15,2026-11-03,2026-11-30',
      'over,simple,E,20,vendor=V,15,2026-10-01,2026-11-01',
      'dearer,simple,F,20,vendor=V,25,,',
      'card,virtual,G,50,"vendor=V,gift_card_price=$50",45,,',
    ];
    const path = write('magento.csv', `${magento}${rows.join('\n')}\n`);
    expect(formatRowErrors(await load([path]), ['m.csv'])).toEqual([
      'm.csv:2:6 warning: special_price: 15.00 is loaded and 20.00 is not shown, as the shop keeps one price per variant.',
      'm.csv:3:6 warning: special_price: 15.00 is loaded and 20.00 is not shown, as the shop keeps one price per variant.',
      'm.csv:4:6 warning: special_price: 15.00 is loaded and 20.00 is not shown, as the shop keeps one price per variant. It ends on 2026-11-02; import again after that day.',
      'm.csv:5:6 warning: special_price: 15.00 applies from 2026-11-03, so 20.00 is loaded. Import again on that day.',
      'm.csv:8:6 warning: special_price: is not loaded: a gift card costs its face value.',
    ]);
    expect(await prices()).toEqual([
      ['always', 1_500],
      ['begun', 1_500],
      ['card', 5_000],
      ['dearer', 2_000],
      ['last-day', 1_500],
      ['later', 2_000],
      ['over', 2_000],
    ]);
    await load([path], { now: new Date('2026-11-03T00:00:00+11:00') });
    expect((await prices()).slice(4, 6)).toEqual([
      ['last-day', 2_000],
      ['later', 1_500],
    ]);
    const before = await everyRow();
    await load([path], { now: new Date('2026-11-03T23:59:00+11:00') });
    expect(await everyRow()).toEqual(before);
  });

  it('warns once per file about compare-at prices, and adds variant pictures to the product', async () => {
    const photo = 'mug.png';
    write(photo, PNG);
    write('red.png', Buffer.concat([PNG, Buffer.from('again')]));
    const rows = [
      'mug,Mug,V,Color,Red,MUG-R,15,20,mug.png,red.png,active',
      'mug,,,,Blue,MUG-B,15,20,,mug.png,',
      'bowl,Bowl,V,Title,Default Title,BOWL,10,10,,,active',
      'gone,Gone,V,Title,Default Title,GONE,10,30,,red.png,draft',
    ];
    const path = write('shopify.csv', `${shopify}${rows.join('\n')}\n`);
    const result = await load([path]);
    expect(formatRowErrors(result, ['s.csv']).toSorted()).toEqual([
      's.csv:2:8 warning: variant compare at price: 2 variants of the file are reduced; their current price is loaded and the former price is not shown, as the shop keeps one price per variant.',
      's.csv:5:11 warning: status: the product is not published; it is not sold.',
    ]);
    expect(await prices()).toEqual([
      ['BOWL', 1_000],
      ['MUG-B', 1_500],
      ['MUG-R', 1_500],
    ]);
    const mug = (await products()).find(({ sku }) => sku === 'mug');
    expect(mug?.pictures).toHaveLength(2);
  });
});

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWPo6OgAAAM0AZmUse0HAAAAAElFTkSuQmCC',
  'base64',
);
