import Fastify from 'fastify';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ChosenOption } from '#contract/catalogue.ts';
import { OCCASIONS } from '#contract/rules/listing.ts';
import { registerCatalogue } from '#server/api/shop/catalogue/catalogue-routes.ts';
import type { Context } from '#server/context.ts';
import { templatesOf } from '#server/domain/catalogue/products/templates.ts';
import type { Database } from '#server/platform/database/open.ts';
import { nobodyIsFound } from '#server/platform/http/principal.ts';
import { readSettings } from '#server/settings.ts';
import {
  everyRow,
  fixture,
  importNow,
  load,
  manyMugs,
  printedErrors,
  testFolder,
} from '#test/support/catalogue-files.ts';
import { databaseKinds, openTestDatabase } from '#test/support/database.ts';

const magento = [fixture('magento-products.csv'), fixture('magento-variants.csv')];
const shopify = [fixture('shopify-products.csv')];
const files = testFolder();
afterAll(() => files.remove());

describe.each(databaseKinds())('an import on %s', (kind) => {
  let database: Database;
  beforeEach(async () => {
    database = await openTestDatabase(kind);
  });
  afterEach(() => database.close());
  const rows = async (sql: string) => (await database.query(sql)).rows;
  const sold = () =>
    rows(`select p.sku as product, p.type_id, p.is_giftcard, v.sku, v.price_cents, v.qty, c.title as color, s.title as size, s.label,
        g.title as price from products p join variants v on v.product_id = p.id
      left join option_values c on c.value_index = v.color left join option_values s on s.value_index = v.size
      left join option_values g on g.value_index = v.gift_card_price order by p.id, v.id`);
  const placed = () =>
    rows(`with recursive path as (select entity_id, name from categories where parent_id is null
        union all select c.entity_id, path.name || '/' || c.name from categories c join path on path.entity_id = c.parent_id)
      select p.sku, string_agg(path.name, ',' order by path.name) as paths from products p
      join product_categories t on t.product_id = p.id join path on path.entity_id = t.category_id group by p.sku order by p.sku`);

  test('of many wrong rows each is reported once, in the order of the file', async () => {
    const line = (at: number) => `mug-${at % 100},Mug ${at},12.50,MUG-${at}`;
    const lines = Array.from({ length: 300 }, (_, at) => line(at));
    const mugs = [files.write('twice.csv', `Handle,Title,Variant Price,Variant SKU\n${lines.join('\n')}`)];
    const said = (at: number) =>
      `twice.csv:${at + 2}:1 handle: "mug-${at % 100}" stands at ${mugs[0]}:${(at % 100) + 2} already; keep one of the two, with the rows of a product next to each other.`;
    const reported = printedErrors(await load(database, mugs), mugs);
    expect(reported).toEqual(Array.from({ length: 200 }, (_, at) => said(at + 100)));
  });

  test('takes a Magento export in two files that refer to each other [BC-21] [BC-22] [BC-23]', async () => {
    const result = await load(database, magento);
    expect(printedErrors(result, magento)).toEqual([]);
    const variant = { type_id: 'configurable', is_giftcard: false, color: null, size: null, label: null, price: null };
    const coat = { ...variant, product: 'COAT', color: 'Sea' };
    const bench = { ...variant, product: 'BENCH', label: 'Size / Wood' };
    const card = { ...variant, product: 'NP-CARD', is_giftcard: true, qty: 100 };
    expect(await sold()).toEqual([
      { ...variant, type_id: 'simple', product: 'TEA-TIN', sku: 'TEA-TIN', price_cents: 2_495, qty: 12 },
      { ...coat, sku: 'COAT-SEA-S', price_cents: 18_900, qty: 3, size: 'S' },
      { ...coat, sku: 'COAT-SEA-M', price_cents: 18_900, qty: 0, size: 'M' },
      { ...coat, sku: 'COAT-RED-M', price_cents: 19_950, qty: 7, color: 'Red', size: 'M' },
      { ...bench, sku: 'BENCH-OAK-2', price_cents: 75_000, qty: 1, size: 'Seats 2 / Oak, oiled' },
      { ...bench, sku: 'BENCH-ASH-2', price_cents: 69_000, qty: 2, size: 'Seats 2 / Ash' },
      { ...card, sku: 'NP-CARD-25', price_cents: 2_500, price: '$25' },
      { ...card, sku: 'NP-CARD-100', price_cents: 10_000, price: '$100' },
      { ...variant, type_id: 'simple', product: 'UMBRELLA', sku: 'UMBRELLA', price_cents: 4_550, qty: 9 },
    ]);
    expect(await rows('select distinct attribute_id, attribute_code from option_values order by 1')).toEqual([
      { attribute_id: 93, attribute_code: 'color' },
      { attribute_id: 141, attribute_code: 'size' },
      { attribute_id: 216, attribute_code: 'gift_card_price' },
    ]);
    expect(await placed()).toEqual([
      { sku: 'BENCH', paths: 'Home' },
      { sku: 'COAT', paths: 'Outdoors/To wear/Coats' },
      { sku: 'NP-CARD', paths: 'Gift Cards' },
      { sku: 'TEA-TIN', paths: 'Gifts,Home/Kitchen' },
    ]);
    expect(await rows("select name, short_desc, description from products where sku = 'TEA-TIN'")).toEqual([
      {
        name: 'Tea tin, "Lilly Pilly"',
        short_desc: 'Keeps tea dry & dark',
        description: '<h3>A tin</h3>\r\n<p>Keeps tea <em>dry</em>,\r\neven in Darwin.</p>',
      },
    ]);
    expect(await rows('select name, shop_url from sellers order by id')).toEqual([
      { name: 'Leaf & Tin', shop_url: 'leaf-tin' },
      { name: 'North Pier', shop_url: 'north-pier' },
    ]);
  });

  test('takes a Shopify export, with a third option and a gift card', async () => {
    const result = await load(database, shopify);
    expect(printedErrors(result, shopify)).toEqual([
      'shopify-products.csv:6:17 warning: variant inventory qty: -2 is below zero (sold more than there was); 0 is loaded.',
      'shopify-products.csv:11:23 warning: status: the product is not published; it is not sold.',
    ]);
    const variant = { type_id: 'configurable', is_giftcard: false, color: null, size: null, label: null, price: null };
    const linen = { ...variant, product: 'linen-throw', label: 'Size / Weave', color: 'Oat' };
    expect(await sold()).toEqual([
      { ...linen, sku: 'LT-OAT-S-P', price_cents: 12_000, qty: 4, size: 'Single / Plain' },
      { ...linen, sku: 'LT-OAT-S-H', price_cents: 13_000, qty: 0, size: 'Single / Herringbone' },
      { ...linen, sku: 'LT-INK-S-P', price_cents: 12_000, qty: 1_000, color: 'Ink', size: 'Single / Plain' },
      { ...variant, product: 'SD-1', type_id: 'simple', sku: 'SD-1', price_cents: 1_850, qty: 30 },
      {
        ...variant,
        product: 'weft-card',
        is_giftcard: true,
        sku: 'weft-card-25-00',
        price_cents: 2_500,
        qty: 1_000,
        price: '$25',
      },
      {
        ...variant,
        product: 'weft-card',
        is_giftcard: true,
        sku: 'weft-card-a-50',
        price_cents: 5_000,
        qty: 1_000,
        price: '$50',
      },
    ]);
    expect(await placed()).toEqual([
      { sku: 'SD-1', paths: 'Home & Garden/Bathroom Accessories/Soap Dishes' },
      { sku: 'linen-throw', paths: 'Home/Linen' },
      { sku: 'weft-card', paths: 'Gift Cards' },
    ]);
    expect(
      await rows(
        "select sku, handle, short_desc from products where type_id = 'simple' or sku = 'linen-throw' order by 1",
      ),
    ).toEqual([
      { sku: 'SD-1', handle: 'soap-dish', short_desc: '' },
      { sku: 'linen-throw', handle: null, short_desc: 'A throw for the couch' },
    ]);
  });

  test('lets a customer buy what it brought: options by their names, a gift card with picture messages [EN-16] [EN-45]', async () => {
    const app = Fastify();
    app.decorate('findPrincipal', nobodyIsFound);
    const settings = readSettings({ NODE_ENV: 'test' });
    const clock = { now: () => importNow, ms: () => importNow.getTime() };
    registerCatalogue(app, { settings, database, clock, log: app.log } as Context);
    await load(database, magento);
    const ids = await rows("select id, sku from products where sku in ('BENCH', 'NP-CARD') order by sku");
    const [bench, card] = ids.map((row) => row.id as number);
    const answer = await app.inject(`/rest/default/V1/mobiledigital/product?product_id=${bench}`);
    const { options } = answer.json().data;
    expect(
      options.map((one: ChosenOption) => [one.attribute_code, one.super_attribute_label, one.option_title]),
    ).toEqual([
      ['size', 'Size / Wood', 'Seats 2 / Oak, oiled'],
      ['size', 'Size / Wood', 'Seats 2 / Ash'],
    ]);
    const templates = await templatesOf({ database } as Context, card ?? 0);
    expect(templates.length).toBeGreaterThan(3);
    expect(templates[0]).toMatchObject({
      id: expect.any(Number),
      mms_template_id: expect.stringMatching(/^[a-z-]+$/),
      mms_template_url: expect.stringMatching(/^\/media\/template-/),
    });
    // A new gift card offers every wrapping, so it belongs to every occasion.
    expect(new Set(templates.map(({ occasion }) => occasion))).toEqual(new Set([...OCCASIONS, null]));
    expect(await templatesOf({ database } as Context, bench ?? 0)).toEqual([]);
    await app.close();
  });

  test('changes nothing the second time, not even a row as it was', async () => {
    const all = [...magento, ...shopify];
    await load(database, all);
    const before = await everyRow(database);
    const again = await load(database, all);
    expect(again.loaded).toHaveLength(3);
    expect(await everyRow(database)).toEqual(before);
    await load(database, magento.slice(1));
    expect(await everyRow(database)).toEqual(before);
  });

  test('changes what a file says anew, and leaves alone what it does not say', async () => {
    await load(database, magento);
    await load(database, [
      files.write(
        'price.csv',
        'sku,product_type,name,price,qty\nCOAT-SEA-S,simple,x,150,\nUMBRELLA,simple,Big umbrella,45.50,\n',
      ),
    ]);
    expect(await rows("select price_cents, qty from variants where sku = 'COAT-SEA-S'")).toEqual([
      { price_cents: 15_000, qty: 3 },
    ]);
    expect(
      await rows(
        "select name, (select name from sellers where id = seller_id) as seller from products where sku = 'UMBRELLA'",
      ),
    ).toEqual([{ name: 'Big umbrella', seller: 'North Pier' }]);
    expect(await rows('select count(*)::int as n from products')).toEqual([{ n: 5 }]);
  });

  test('loads nothing of a run when one row of one file is wrong', async () => {
    const before = await everyRow(database);
    const wrong = files.write(
      'wrong.csv',
      'sku,product_type,name,price,additional_attributes\nX,simple,X,-1,vendor=V\n',
    );
    const result = await load(database, [...magento, wrong]);
    expect(printedErrors(result, [...magento, wrong])).toEqual([
      'wrong.csv:2:4 price: "-1" is below zero; a price is 0.01 or more.',
    ]);
    expect(result.loaded).toEqual([]);
    expect(await everyRow(database)).toEqual(before);
  });

  test('says how much of a file that fails while it is written is there, and the next run loads the rest', async () => {
    const many = files.write('many.csv', manyMugs(60));
    await database.query(`create function no_last() returns trigger language plpgsql as $$
      begin if new.sku = 'MUG-60' then raise exception 'not this one'; end if; return new; end $$`);
    await database.query('create trigger no_last before insert on variants for each row execute function no_last()');
    await expect(load(database, [many])).rejects.toThrow(
      /many.csv was not loaded to its end \(not this one\)\. [1-9]\d* of 60 products are in the shop; import again for the rest\./,
    );
    expect(
      await rows('select sku from products p where not exists (select from variants v where v.product_id = p.id)'),
    ).toEqual([]);
    await database.query('drop trigger no_last on variants');
    await load(database, [many]);
    expect(await rows('select count(*)::int as n, count(distinct product_id)::int as products from variants')).toEqual([
      { n: 60, products: 60 },
    ]);
  });
});
