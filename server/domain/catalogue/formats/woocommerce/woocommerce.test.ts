import { describe, expect, it } from 'vitest';
import { fixturePath, formatRowErrors, ownSeller } from '#test/support/catalogue-files.ts';
import { importIntoEach } from '#test/support/catalogue-imports.ts';
import { databaseKinds } from '#test/support/database.ts';
import { joinParts } from '#test/support/stored-catalogue.ts';
import { fromWordPress } from './wordpress-texts.ts';

const woo = [fixturePath('woocommerce-products.csv')];

describe.each(databaseKinds())('WooCommerce product import on %s', (kind) => {
  const { everyRow, load, products, variants, write } = importIntoEach(kind);
  const product = async (sku: string) => (await products()).find((candidate) => candidate.sku === sku);
  const sold = async () =>
    (await variants()).map(({ product, sku, priceCents, qty, color, size, label, giftCardPrice }) =>
      joinParts(product.sku, sku, priceCents, qty, color, size, label, giftCardPrice),
    );
  const bring = async (content: string) => {
    const path = write('w.csv', content);
    return formatRowErrors(await load([path]), [path]);
  };

  it('loads sellable products and reports the rest by line and column', async () => {
    const result = await load(woo);
    const kinds = 'is not sold here, so it is skipped; the shop sells simple and variable products and gift cards.';
    const reportAt = (text: string) => `woocommerce-products.csv:${text}`;
    expect(formatRowErrors(result, woo)).toEqual([
      reportAt(
        '4:23 warning: sale price: 29.50 is loaded and 39.00 is not shown, as the shop keeps one price per variant.',
      ),
      reportAt('5:24 warning: regular price: is empty, so the product cannot be bought; it is skipped.'),
      reportAt('6:6 warning: published: it is not published; it is not sold.'),
      reportAt(
        '7:25 warning: categories: "Home / Walls / Frames / Wood" has 4 levels, and the shop has 3; the product is put into "Home / Walls / Frames".',
      ),
      reportAt(
        '10:23 warning: sale price: 7.00 is loaded and 9.00 is not shown, as the shop keeps one price per variant. It ends on 2026-11-30; import again after that day.',
      ),
      reportAt('13:6 warning: published: it is not published; it is not sold.'),
      reportAt('14:24 warning: regular price: is empty, so the product cannot be bought; it is skipped.'),
      reportAt(`15:2 warning: type: "grouped" ${kinds}`),
      reportAt(`16:2 warning: type: "external" ${kinds}`),
      reportAt(`19:2 warning: type: "subscription" ${kinds}`),
      reportAt('17:2 warning: type: a virtual product without a gift card price is not sold here; it is skipped.'),
      reportAt('18:2 warning: type: a virtual product without a gift card price is not sold here; it is skipped.'),
    ]);
    expect(await sold()).toEqual([
      'beach-tee beach-tee-sea-m 2950 4 Sea M',
      'beach-tee beach-tee-sand-s 3900 3 Sand S',
      'beach-tee beach-tee-sand-m 3900 3 Sand M',
      'beach-tee beach-tee-sand-l 3900 2 Sand L',
      'woo-110 woo-111 6450 3 Raw Finish',
      'woo-110 woo-112 6950 2 Oiled, dark Finish',
      'soap soap 700 30',
      'woo-121 woo-121 400 0',
      'secret secret 1200 1000',
      'gift gift-25 2500 1000 $25',
      'gift gift-50 5000 1000 $50',
    ]);
    expect((await products()).map(({ sku, visibility, categories }) => [sku, visibility, ...categories])).toEqual([
      ['beach-tee', 'everywhere', 'Clothing', 'Clothing/T-shirts'],
      ['woo-110', 'everywhere', 'Home/Walls/Frames'],
      ['soap', 'lists', 'Bath, body & soap'],
      ['woo-121', 'search'],
      ['secret', 'link'],
      ['gift', 'everywhere', 'Gift cards'],
    ]);
    expect(await product('beach-tee')).toMatchObject({
      name: 'Beach tee \u2013 organic',
      shortDesc: 'Soft & light.',
      description: '<p>Cut and sewn in Torquay.</p>\n<p>Wash cold <br />and dry in the shade.</p>',
      seller: ownSeller,
    });
    expect(await product('gift')).toMatchObject({ isGiftcard: true });
  });

  it('changes nothing on a second import, and updates price and stock from a file with only variations', async () => {
    await load(woo);
    const before = await everyRow();
    await load(woo);
    expect(await everyRow()).toEqual(before);
    const head = 'ID,Type,SKU,Name,Regular price,Stock,Parent,Attribute 1 name,Attribute 1 value(s)\n';
    expect(await bring(`${head}103,variation,beach-tee-sea-m,x,35,1,beach-tee,Colour,Sea\n`)).toEqual([]);
    expect((await product('beach-tee'))?.variants.find(({ sku }) => sku === 'beach-tee-sea-m')).toMatchObject({
      priceCents: 3_500,
      qty: 1,
      size: expect.any(String),
    });
    expect(
      await bring(`${head}9,variation,new,x,35,1,beach-tee,Colour,Red\n8,variation,lost,x,35,1,,Colour,Red\n`),
    ).toEqual(['w.csv:3:7 parent: is empty; a variation must name the sku of its product.']);
    expect(await bring(`${head}9,variation,new,x,35,1,beach-tee,Colour,Red\n`)).toEqual([
      'w.csv:2:7 parent: the product of "new" is neither in these files nor in the shop; import its row together with this one.',
    ]);
  });
});

describe.each(databaseKinds())('variations with open values on %s', (kind) => {
  const { folder, load, variants, write } = importIntoEach(kind);

  const HEAD =
    'Type,SKU,Name,Regular price,Stock,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)\n';
  const bring = async (content: string, options = {}) => {
    const path = write('any.csv', HEAD + content);
    return formatRowErrors(await load([path], options), [path]);
  };
  const skus = async () => (await variants()).map(({ sku, size }) => joinParts(sku, size));

  it('expands each open value into a variant with a distinct, stable sku, in any script', async () => {
    const long = 'x'.repeat(64);
    const content = `variable,cup,Cup,,,,Size,"S, S+, 红, 蓝, Extra Large",,\nvariation,${long},Cup,5,10,cup,Size,,,\n`;
    expect(await bring(content)).toEqual([]);
    const madeSkus = await skus();
    expect(madeSkus.map((line) => line.slice(65))).toEqual(['S', 'S+', '红', '蓝', 'Extra Large']);
    expect(await bring(content.replace('S, S+, 红, 蓝', '蓝, S+, 红, S'))).toEqual([]);
    expect(await skus()).toEqual(madeSkus);
    expect(await bring(content.replaceAll(long, 'cup-any').replaceAll('cup,', 'mug,'))).toEqual([]);
    expect((await skus()).slice(5)).toEqual([
      'cup-any-s S',
      expect.stringMatching(/^cup-any-s-[0-9a-f]{8} S\+$/),
      expect.stringMatching(/^cup-any-[0-9a-f]{8} 红$/),
      expect.stringMatching(/^cup-any-[0-9a-f]{8} 蓝$/),
      'cup-any-extra-large Extra Large',
    ]);
  });

  it('rejects an expanded sku that another row already uses', async () => {
    const content =
      'variable,cup,Cup,,,,Size,"S, M",,\nvariation,any,Cup,5,10,cup,Size,,,\nsimple,any-m,Mug,7,1,,,,,\n';
    const other = `${folder}/any.csv:4`;
    const wrong = [`any.csv:3:2 sku: "any-m" is already at ${other}; give each variant its own sku.`];
    expect(await bring(content)).toEqual(wrong);
    expect(await bring(content, { skipWrong: true })).toEqual([...wrong, expect.stringContaining('has no variants')]);
    expect(await skus()).toEqual(['any-m']);
  });

  it('truncates the combinations of open values to the limit, with a warning', async () => {
    const values = (count: number) => `"${Array.from({ length: count }, (_, index) => `V${index}`).join(', ')}"`;
    expect(
      await bring(
        `variable,cup,Cup,,,,Size,${values(15)},Wood,${values(15)}\nvariation,any,Cup,5,300,cup,Size,,Wood,\n`,
      ),
    ).toEqual([
      'any.csv:3:8 warning: attribute 1 value(s): "any" has 225 combinations; only the first 200 are loaded. Name fewer values, or give each combination its own row.',
    ]);
    expect((await skus()).length).toBe(200);
  });
});

describe('WordPress text conversion', () => {
  it.each([
    ['One.\\n\\nTwo\\nlines.', '<p>One.</p>\n<p>Two<br>lines.</p>'],
    ['<p>One.</p>\\n<p>Two.</p>', '<p>One.</p>\n<p>Two.</p>'],
    ['[caption id="a" width=3]Text[/caption] [new] [tabs]in[/tabs]', 'Text [new] in'],
    ['C:\\\\new', 'C:\\new'],
  ])('converts %s to HTML without shortcodes', (text, plainText) => {
    expect(fromWordPress(text, { asHtml: false })).toBe(plainText);
  });
});
