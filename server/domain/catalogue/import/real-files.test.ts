import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { fixturePath, formatRowErrors } from '#test/support/catalogue-files.ts';
import { importIntoEach } from '#test/support/catalogue-imports.ts';
import { databaseKinds } from '#test/support/database.ts';
import { joinParts } from '#test/support/stored-catalogue.ts';

const WOO = 'ID,Type,SKU,Name,Published,Regular price,Stock,Parent,Categories,Attribute 1 name,Attribute 1 value(s)\n';
const MAGENTO =
  'sku,product_type,name,price,qty,visibility,categories,configurable_variations,giftcard_amount,base_image,description\n';

describe.each(databaseKinds())('real files from other shops on %s', (kind) => {
  const { bring: importText, everyRow, folder, load, products, stored, variants } = importIntoEach(kind);

  const bring = async (content: string, options = {}) => (await importText(content, options)).output;
  const sold = async () =>
    (await variants()).map(({ sku, priceCents, size, color, giftCardPrice, label }) =>
      joinParts(sku, priceCents, size ?? color ?? giftCardPrice, label),
    );
  const categories = async () =>
    (await stored().all('categories'))
      .toSorted((category, other) => category.level - other.level || category.name.localeCompare(other.name))
      .map(({ name }) => name);

  it('loads a Shopify file with long, missing and repeated keys, and reports rows with a zero price', async () => {
    const path = fixturePath('shopify-untidy.csv');
    expect(formatRowErrors(await load([path]), [path])).toEqual([
      'shopify-untidy.csv:3:7 warning: option1 name: is empty, but variants have a value for it; customers see "Option 1".',
      'shopify-untidy.csv:5:14 warning: variant price: "0.00" is not a price; a price is 0.01 or more. The row is skipped.',
      'shopify-untidy.csv:7:14 warning: variant price: "0" is not a price; a price is 0.01 or more. The row is skipped.',
    ]);
    expect(await sold()).toEqual([
      'stoneware-bowl-with-a-very-long-code-that-names-glaze-size-year-and-potter 3000',
      'scarf-short 2000 Short Option 1',
      'scarf-long 2500 Long Option 1',
      'SAM-2 800 Full',
      '1 15000',
      'ring-onyx 16000',
      'WARRANTY 1000 One Years',
      'warranty-two 2000 Two Years',
      expect.stringMatching(/^bra-s-[0-9a-f]{8} 3000 S$/),
      expect.stringMatching(/^bra-s-[0-9a-f]{8} 3200 S\+$/),
      expect.stringMatching(/^furoshiki-[0-9a-f]{8} 3000 赤$/),
      expect.stringMatching(/^furoshiki-[0-9a-f]{8} 3200 青$/),
      'big-card-500-00-aud 50000 $500',
      'big-card-1-000-00-aud 100000 $1000',
    ]);
    const before = await everyRow();
    await load([path]);
    expect(await everyRow()).toEqual(before);
  });

  it('keeps variant skus of long Shopify handles unique, stable and within the limit', async () => {
    const handles = [63, 251, 255].map((length) => `h${length}-`.padEnd(length, 'x'));
    const product = (handle: string) => `${handle},Blanket,TRUE,Color,Red,,5,30.00\n${handle},,,,Rose,,5,32.00\n`;
    const head = 'Handle,Title,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price\n';
    const file = head + handles.map(product).join('');
    expect(await bring(file)).toEqual([]);
    expect(await sold()).toEqual([
      `${handles[0]}-red 3000 Red`,
      `${handles[0]}-rose 3200 Rose`,
      `${handles[1]}-red 3000 Red`,
      expect.stringMatching(/^h251-x{241}-[0-9a-f]{8} 3200 Rose$/),
      expect.stringMatching(/^h255-x{241}-[0-9a-f]{8} 3000 Red$/),
      expect.stringMatching(/^h255-x{241}-[0-9a-f]{8} 3200 Rose$/),
    ]);
    const before = await everyRow();
    expect(await bring(file)).toEqual([]);
    expect(await everyRow()).toEqual(before);
  });

  it('leaves out Magento and WooCommerce rows with a zero price', async () => {
    const nothing = (column: string, price: string) =>
      expect.stringContaining(`${column}: "${price}" is not a price; a price is 0.01 or more. The row is skipped.`);
    expect(
      await bring(`${MAGENTO}A,simple,A,0.0000,1,4,,,,,\nB,simple,B,5,1,4,,,,,\nC,giftcard,C,,1,4,,,"0,25",,\n`),
    ).toEqual([nothing('price', '0.0000'), expect.stringContaining('giftcard_amount: "0" is not a gift card amount')]);
    const variations = '2,variation,P-S,P S,1,0,1,P,,Size,S\n3,variation,P-M,P M,1,,1,P,,Size,M\n';
    expect(
      await bring(
        `${WOO}1,variable,P,P,1,,,,,Size,"S, M"\n${variations}4,simple,D,D,1,0.00,1,,,,\n5,simple,E,E,1,5,1,,,,\n`,
      ),
    ).toEqual([
      nothing('regular price', '0'),
      expect.stringContaining('is empty, so the product cannot be bought'),
      nothing('regular price', '0.00'),
      expect.stringContaining('none of its variants is sold, as reported for each; it is skipped.'),
    ]);
    expect((await sold()).map((row) => row.split(' ')[0])).toEqual(['B', 'C-25', 'E']);
  });

  it('leaves out the variations of a private WooCommerce product and loads the rest', async () => {
    const variations = '81,variation,PV-S,Shirt S,1,20,5,PV,,Size,S\n82,variation,PV-M,Shirt M,1,20,5,id:80,,Size,M\n';
    const file = `${WOO}80,variable,PV,Shirt,0,,,,,Size,"S, M"\n${variations}83,simple,OPEN,Open,1,20,5,,,,\n`;
    expect(await bring(file)).toEqual(['p.csv:2:5 warning: published: it is not published; it is not sold.']);
    expect(await sold()).toEqual(['OPEN 2000']);
  });

  it('accepts different spellings of columns, and warns when a full export lacks a column', async () => {
    const full = (name: string) =>
      `ID,Type,SKU,Name,Published,Is featured?,${name},Regular price\n1,simple,H,Hidden,1,0,hidden,5\n2,simple,S,Search,1,0,search,5\n`;
    expect(await bring(full('Visibility in catalogue'))).toEqual([]);
    expect((await products()).map(({ sku, visibility }) => `${sku} ${visibility}`)).toEqual(['H link', 'S search']);
    expect(await bring(full('Shown'))).toEqual([
      expect.stringMatching(
        /^p\.csv:1 warning: There is no column visibility in catalog, which sets where a product is visible\./,
      ),
    ]);
  });

  it('ignores case in Magento skus, between rows and between imports', async () => {
    const red = 'TEE-RED,simple,Red,20,5,1,,,,,\n';
    const tee = 'TEE,configurable,Tee,,,4,,"sku=tee-red,color=Red",,,\n';
    expect(await bring(MAGENTO + red + tee)).toEqual([]);
    expect(await bring(MAGENTO + red.replace('TEE-RED', 'tee-Red').replace('20', '21'))).toEqual([]);
    expect(await bring(MAGENTO + tee.replace('TEE,', 'tee,').replace(',Tee,', ',Shirt,'))).toEqual([]);
    const tees = (await variants()).map(({ product, sku, priceCents }) =>
      joinParts(product.sku, product.name, sku, priceCents),
    );
    expect(tees).toEqual(['TEE Shirt TEE-RED 2100']);
  });

  it('leaves out the Magento root category, whatever its name', async () => {
    const row = (sku: string, paths: string) => `${sku},simple,${sku},9,5,4,"${paths}",,,,\n`;
    const file = MAGENTO + row('A', 'Acme Root/Kitchen/Mugs/Espresso') + row('B', 'Acme Root,Acme Root/Kitchen');
    expect(await bring(file)).toEqual([]);
    expect(await categories()).toEqual(['Kitchen', 'Mugs', 'Espresso']);
    expect(
      await bring(MAGENTO + row('C', 'Default Category/Home') + row('D', 'Second/Garden'), { roots: ['Second'] }),
    ).toEqual([]);
    expect(await categories()).toEqual(['Default Category', 'Garden', 'Kitchen', 'Home', 'Mugs', 'Espresso']);
    expect(await bring(file, { roots: ['none'] })).toEqual([
      'p.csv:2:7 warning: categories: "Acme Root / Kitchen / Mugs / Espresso" has 4 levels, and the shop has 3; the product is put into "Acme Root / Kitchen / Mugs".',
    ]);
    expect(await categories()).toContain('Acme Root');
  });

  it('reads quotation marks escaped with a backslash', async () => {
    const text = String.raw`"<p title=""{\"wide\":\"mug.jpg\",\"n\":1}"">Glazed.</p>"`;
    expect(await bring(`${MAGENTO}A,simple,A,9,5,4,,,,,${text}\nB,simple,B,9,5,4,,,,,"C:\\"\n`)).toEqual([]);
    expect((await products()).map(({ description }) => description)).toEqual(['<p>Glazed.</p>', 'C:\\']);
  });

  it('strips tags from WordPress names, options and categories, and keeps literal less-than signs', async () => {
    const file = `${WOO}1,simple,A,Cup <em>blue</em> &amp; saucer,1,5,1,,Tea <b>time</b>,,\n2,simple,B,Jar &lt;1 L&gt;,1,5,1,,,,\n`;
    const variations = '3,variable,P,Rug,1,,,,,Size,"<i>S</i>, M"\n4,variation,P-S,Rug,1,5,1,P,,Size,<i>S</i>\n';
    expect(await bring(file + variations)).toEqual([]);
    expect((await products()).map(({ name }) => name)).toEqual(['Cup blue & saucer', 'Jar <1 L>', 'Rug']);
    expect(await categories()).toEqual(['Tea time']);
    expect(await sold()).toContain('P-S 500 S');
  });

  it.each([
    ['decomposed', 'cafe\u0301', 'caf\u00e9'],
    ['composed', 'th\u00e9', 'the\u0301'],
  ])('finds a picture whose accents are %s in its file name but not in the cell', async (_form, file, cell) => {
    mkdirSync(join(folder, 'pictures'), { recursive: true });
    writeFileSync(
      join(folder, 'pictures', `${file}.png`),
      await sharp({ create: { width: 9, height: 9, channels: 3, background: '#336699' } })
        .png()
        .toBuffer(),
    );
    expect(await bring(`${MAGENTO}A,simple,A,9,5,4,,,,pictures/${cell}.png,\n`)).toEqual([]);
    expect((await products()).map(({ pictures }) => pictures.length)).toEqual([1]);
  });

  it('gives WooCommerce products without sku and id a unique, stable key', async () => {
    const bare = 'Type,SKU,Name,Regular price\nsimple,,Tea A,5\nsimple,,Tea A+,6\nsimple,,お茶,7\n';
    expect(await bring(bare)).toEqual([]);
    expect(await sold()).toEqual([
      'tea-a 500',
      expect.stringMatching(/^tea-a-\w{8} 600$/),
      expect.stringMatching(/^product-\w{8} 700$/),
    ]);
    const before = await everyRow();
    await bring(bare);
    expect(await everyRow()).toEqual(before);
  });
});
