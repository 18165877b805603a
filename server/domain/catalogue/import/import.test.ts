import Fastify from 'fastify';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChosenOption } from '#contract/catalogue.ts';
import { OCCASIONS } from '#contract/rules/listing.ts';
import { registerCatalogue } from '#server/api/shop/catalogue/catalogue-routes.ts';
import type { Context } from '#server/context.ts';
import { listTemplates } from '#server/domain/catalogue/products/templates.ts';
import type { Database } from '#server/platform/database/database.ts';
import { nobodyIsFound } from '#server/platform/http/principal.ts';
import { readSettings } from '#server/settings.ts';
import {
  createTestFolder,
  fixturePath,
  formatRowErrors,
  importNow,
  listAllRows,
  load,
  manyMugs,
} from '#test/support/catalogue-files.ts';
import { databaseKinds, openTestDatabase } from '#test/support/database.ts';
import { refuseWrites } from '#test/support/database-acts.ts';
import { storedRows } from '#test/support/stored.ts';
import { flattenVariants, readStoredCatalogue } from '#test/support/stored-catalogue.ts';

const magento = [fixturePath('magento-products.csv'), fixturePath('magento-variants.csv')];
const shopify = [fixturePath('shopify-products.csv')];
const files = createTestFolder();
afterAll(() => files.remove());

const noOption = { color: null, size: null, label: null, giftCardPrice: null };

describe.each(databaseKinds())('catalogue import on %s', (kind) => {
  let database: Database;
  beforeEach(async () => {
    database = await openTestDatabase(kind);
  });
  afterEach(() => database.close());
  const products = () => readStoredCatalogue(database);
  const product = async (sku: string) => (await products()).find((candidate) => candidate.sku === sku);
  const stored = () => storedRows(database);
  const sold = async () =>
    flattenVariants(await products()).map(({ product, sku, priceCents, qty, color, size, label, giftCardPrice }) => ({
      product: product.sku,
      type: product.typeId,
      isGiftcard: product.isGiftcard,
      sku,
      priceCents,
      qty,
      color,
      size,
      label,
      giftCardPrice,
    }));
  const placed = async () =>
    (await products())
      .filter(({ categories }) => categories.length > 0)
      .map(({ sku, categories }) => [sku, ...categories])
      .toSorted();

  it('reports each of many invalid rows once, in file order', async () => {
    const line = (index: number) => `mug-${index % 100},Mug ${index},12.50,MUG-${index}`;
    const lines = Array.from({ length: 300 }, (_, index) => line(index));
    const mugs = [files.write('twice.csv', `Handle,Title,Variant Price,Variant SKU\n${lines.join('\n')}`)];
    const formatDuplicateError = (index: number) =>
      `twice.csv:${index + 2}:1 handle: "mug-${index % 100}" is already at ${mugs[0]}:${(index % 100) + 2}; keep one of the two, and keep the rows of a product together.`;
    const reported = formatRowErrors(await load(database, mugs), mugs);
    expect(reported).toEqual(Array.from({ length: 200 }, (_, index) => formatDuplicateError(index + 100)));
  });

  it('loads a Magento export split into two files that refer to each other [BC-21] [BC-22] [BC-23]', async () => {
    const result = await load(database, magento);
    expect(formatRowErrors(result, magento)).toEqual([]);
    const variant = { type: 'configurable', isGiftcard: false, ...noOption };
    const coat = { ...variant, product: 'COAT', color: 'Sea' };
    const bench = { ...variant, product: 'BENCH', label: 'Size / Wood' };
    const card = { ...variant, product: 'NP-CARD', isGiftcard: true, qty: 100 };
    expect(await sold()).toEqual([
      { ...variant, type: 'simple', product: 'TEA-TIN', sku: 'TEA-TIN', priceCents: 2_495, qty: 12 },
      { ...coat, sku: 'COAT-SEA-S', priceCents: 18_900, qty: 3, size: 'S' },
      { ...coat, sku: 'COAT-SEA-M', priceCents: 18_900, qty: 0, size: 'M' },
      { ...coat, sku: 'COAT-RED-M', priceCents: 19_950, qty: 7, color: 'Red', size: 'M' },
      { ...bench, sku: 'BENCH-OAK-2', priceCents: 75_000, qty: 1, size: 'Seats 2 / Oak, oiled' },
      { ...bench, sku: 'BENCH-ASH-2', priceCents: 69_000, qty: 2, size: 'Seats 2 / Ash' },
      { ...card, sku: 'NP-CARD-25', priceCents: 2_500, giftCardPrice: '$25' },
      { ...card, sku: 'NP-CARD-100', priceCents: 10_000, giftCardPrice: '$100' },
      { ...variant, type: 'simple', product: 'UMBRELLA', sku: 'UMBRELLA', priceCents: 4_550, qty: 9 },
    ]);
    const attributes = (await stored().all('optionValues')).map((row) => `${row.attributeId} ${row.attributeCode}`);
    expect([...new Set(attributes)].toSorted()).toEqual(['141 size', '216 gift_card_price', '93 color']);
    expect(await placed()).toEqual([
      ['BENCH', 'Home'],
      ['COAT', 'Outdoors/To wear/Coats'],
      ['NP-CARD', 'Gift Cards'],
      ['TEA-TIN', 'Gifts', 'Home/Kitchen'],
    ]);
    expect(await product('TEA-TIN')).toMatchObject({
      name: 'Tea tin, "Lilly Pilly"',
      shortDesc: 'Keeps tea dry & dark',
      description: '<h3>A tin</h3>\r\n<p>Keeps tea <em>dry</em>,\r\neven in Darwin.</p>',
    });
    expect((await stored().all('sellers')).map(({ name, shopUrl }) => ({ name, shopUrl }))).toEqual([
      { name: 'Leaf & Tin', shopUrl: 'leaf-tin' },
      { name: 'North Pier', shopUrl: 'north-pier' },
    ]);
  });

  it('loads a Shopify export with a third option and a gift card', async () => {
    const result = await load(database, shopify);
    expect(formatRowErrors(result, shopify)).toEqual([
      'shopify-products.csv:6:17 warning: variant inventory qty: -2 is below zero (more were sold than were in stock); 0 is loaded.',
      'shopify-products.csv:11:23 warning: status: the product is not published; it is not sold.',
    ]);
    const variant = { type: 'configurable', isGiftcard: false, ...noOption };
    const linen = { ...variant, product: 'linen-throw', label: 'Size / Weave', color: 'Oat' };
    expect(await sold()).toEqual([
      { ...linen, sku: 'LT-OAT-S-P', priceCents: 12_000, qty: 4, size: 'Single / Plain' },
      { ...linen, sku: 'LT-OAT-S-H', priceCents: 13_000, qty: 0, size: 'Single / Herringbone' },
      { ...linen, sku: 'LT-INK-S-P', priceCents: 12_000, qty: 1_000, color: 'Ink', size: 'Single / Plain' },
      { ...variant, product: 'SD-1', type: 'simple', sku: 'SD-1', priceCents: 1_850, qty: 30 },
      {
        ...variant,
        product: 'weft-card',
        isGiftcard: true,
        sku: 'weft-card-25-00',
        priceCents: 2_500,
        qty: 1_000,
        giftCardPrice: '$25',
      },
      {
        ...variant,
        product: 'weft-card',
        isGiftcard: true,
        sku: 'weft-card-a-50',
        priceCents: 5_000,
        qty: 1_000,
        giftCardPrice: '$50',
      },
    ]);
    expect(await placed()).toEqual([
      ['SD-1', 'Home & Garden/Bathroom Accessories/Soap Dishes'],
      ['linen-throw', 'Home/Linen'],
      ['weft-card', 'Gift Cards'],
    ]);
    expect(await product('SD-1')).toMatchObject({ handle: 'soap-dish', shortDesc: '' });
    expect(await product('linen-throw')).toMatchObject({ handle: null, shortDesc: 'A throw for the couch' });
  });

  it('offers imported options by name, and gift cards with picture messages [EN-16] [EN-45]', async () => {
    const app = Fastify();
    app.decorate('findPrincipal', nobodyIsFound);
    const settings = readSettings({ NODE_ENV: 'test' });
    const clock = { now: () => importNow, ms: () => importNow.getTime() };
    registerCatalogue(app, { settings, database, clock, log: app.log } as Context);
    await load(database, magento);
    const [bench, card] = [await product('BENCH'), await product('NP-CARD')];
    const answer = await app.inject(`/rest/default/V1/mobiledigital/product?product_id=${bench?.id}`);
    const { options } = answer.json().data;
    expect(
      options.map((option: ChosenOption) => [option.attribute_code, option.super_attribute_label, option.option_title]),
    ).toEqual([
      ['size', 'Size / Wood', 'Seats 2 / Oak, oiled'],
      ['size', 'Size / Wood', 'Seats 2 / Ash'],
    ]);
    const templates = await listTemplates({ database } as Context, card?.id ?? 0);
    expect(templates.length).toBeGreaterThan(3);
    expect(templates[0]).toMatchObject({
      id: expect.any(Number),
      mms_template_id: expect.stringMatching(/^[a-z-]+$/),
      mms_template_url: expect.stringMatching(/^\/media\/template-/),
    });
    expect(new Set(templates.map(({ occasion }) => occasion))).toEqual(new Set([...OCCASIONS, null]));
    expect(await listTemplates({ database } as Context, bench?.id ?? 0)).toEqual([]);
    await app.close();
  });

  it('writes no row on a second import', async () => {
    const all = [...magento, ...shopify];
    await load(database, all);
    const before = await listAllRows(database);
    const secondLoad = await load(database, all);
    expect(secondLoad.loaded).toHaveLength(3);
    expect(await listAllRows(database)).toEqual(before);
    await load(database, magento.slice(1));
    expect(await listAllRows(database)).toEqual(before);
  });

  it('updates the values given in a file and leaves missing ones unchanged', async () => {
    await load(database, magento);
    await load(database, [
      files.write(
        'price.csv',
        'sku,product_type,name,price,qty\nCOAT-SEA-S,simple,x,150,\nUMBRELLA,simple,Big umbrella,45.50,\n',
      ),
    ]);
    expect(await stored().one('variants', { sku: 'COAT-SEA-S' })).toMatchObject({ priceCents: 15_000, qty: 3 });
    expect(await product('UMBRELLA')).toMatchObject({ name: 'Big umbrella', seller: 'North Pier' });
    expect(await stored().count('products')).toBe(5);
  });

  it('loads nothing when a single row of one file is invalid', async () => {
    const before = await listAllRows(database);
    const wrong = files.write(
      'wrong.csv',
      'sku,product_type,name,price,additional_attributes\nX,simple,X,-1,vendor=V\n',
    );
    const result = await load(database, [...magento, wrong]);
    expect(formatRowErrors(result, [...magento, wrong])).toEqual([
      'wrong.csv:2:4 price: "-1" is below zero; a price is 0.01 or more.',
    ]);
    expect(result.loaded).toEqual([]);
    expect(await listAllRows(database)).toEqual(before);
  });

  it('reports how many products were loaded before a database write failed, and loads the rest on the next run', async () => {
    const file = files.write('many.csv', manyMugs(60));
    const accept = await refuseWrites({ context: { database } }, { table: 'variants', where: { sku: 'MUG-60' } });
    await expect(load(database, [file])).rejects.toThrow(
      /many.csv was loaded only in part \(.*"refused"\)\. [1-9]\d* of 60 products are in the shop; import it again to load the rest\./,
    );
    expect((await products()).filter(({ variants }) => variants.length === 0)).toEqual([]);
    await accept();
    await load(database, [file]);
    expect((await products()).map(({ variants }) => variants.length)).toEqual(Array(60).fill(1));
  });
});
