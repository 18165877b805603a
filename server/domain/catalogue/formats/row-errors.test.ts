import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { createTestFolder, formatRowErrors, load } from '#test/support/catalogue-files.ts';
import { databaseKinds, openTestDatabase } from '#test/support/database.ts';
import { storedRows } from '#test/support/stored.ts';

const files = createTestFolder();
afterAll(() => files.remove());

const magento = 'sku,product_type,name,price,qty,categories,additional_attributes,configurable_variations\n';
const shopify = 'Handle,Title,Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Price,Gift Card,Type\n';
const simple = (sku: string, rest = '1.00,1,,vendor=V,') => `${sku},simple,Name,${rest}\n`;

const reduced = (sku: string, rest: string) => `${sku},simple,Name,5.00,1,,vendor=V,,${rest}\n`;

type Wrong = [name: string, content: string | Buffer, errors: string[]];
const WRONG: Wrong[] = [
  ['empty', '', [':1 The file is empty; export the products again.']],
  [
    'semicolons',
    'sku;product_type;name;price\nA;simple;A;1\n',
    [
      ':1 The columns are separated by semicolons; save the file with commas as separators ("CSV UTF-8, comma delimited") and import it again.',
    ],
  ],
  ...[
    Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
    Buffer.from('sku,product_type', 'utf16le'),
    '{\n  "products": [\n    { "sku": "A" }\n  ]\n}\n',
  ].map(
    (content, index): Wrong => [
      `no text ${index}`,
      content,
      [
        ':1 This is not a CSV file, or it is UTF-16 without a byte order mark; save it as "CSV UTF-8" and import it again.',
      ],
    ],
  ),
  [
    'other columns',
    'id,title\n1,A\n',
    [
      ':1 This is not a product export of Magento (columns sku, product_type, ...), Shopify (Handle, Title, ...) or WooCommerce (Type, Name, Regular price, ...); the first line must name the columns, in English.',
    ],
  ],
  [
    'missing columns',
    'sku,product_type\nA,simple\n',
    [':1 The first line lacks the columns name, price; export the products again with all columns.'],
  ],
  [
    'a column twice',
    'sku,product_type,name,price,name\nA,simple,A,1,A\n',
    [':1 The column name appears twice in the first line; remove one of the two.'],
  ],
  [
    'damaged Unicode',
    Buffer.from('\xef\xbb\xbfsku,product_type,name,price\nA,simple,Caf\xe9,1\n', 'latin1'),
    [
      ':1 The file is damaged: it is marked as Unicode, but its contents are not. Save it as "CSV UTF-8" and import it again.',
    ],
  ],
  [
    'a row too short',
    `${magento}A,simple,"Two\nlines",1,1,,vendor=V,\nB,simple\n`,
    [':4 The row has 2 columns, but the first line names 8; a comma or quotation mark is missing or extra.'],
  ],
  [
    'a quotation mark in a text, below rows of several lines',
    `${magento}A,simple,"Two\r\nlines",1,1,,vendor=V,\nB,simple,"5" pipe",1,1,,vendor=V,\n`,
    [':4 A quoted text continues after its closing quotation mark. Double each quotation mark inside the text.'],
  ],
  [
    'an open quotation mark',
    `${magento}A,simple,"Name,1.00,1,,vendor=V,\n`,
    [':2 A closing quotation mark is missing. Add it, or double the opening one if it belongs to a quoted text.'],
  ],
  [
    'a sku twice',
    magento + simple('A') + simple('B') + simple('A'),
    [':4:1 sku: "A" is already at :2; keep one of the two, and keep the rows of a product together.'],
  ],
  [
    'wrong cells',
    `${magento}A,,Name,1,1,,vendor=V,\nB,simple,,1.005,1.5,,vendor=V,\nC,simple,Name,"1,000.00",,"a/b/c/d,e",vendor,\n`,
    [
      ':2:2 product_type: is empty; the shop sells simple and configurable products and gift cards. Fill in the type.',
      ':3:4 price: "1.005" has a fraction of a cent; round it to two decimals.',
      ':3:5 qty: "1.5" is not a stock quantity; write a whole number such as 12.',
      ':3:3 name: is empty; every product needs a name.',
      ':4:7 additional_attributes: cannot be read; write name=value,name=value.',
      ':4:4 price: "1,000.00" is not a price; write Australian dollars such as 1234.50, without a sign or thousands separators.',
      ':4:6 warning: categories: "a / b / c / d" has 4 levels, and the shop has 3; the product is put into "a / b / c".',
    ],
  ],
  [
    'variants of nobody',
    `${magento}P,configurable,Name,,,,vendor=V,"sku=P-1,color=Red|sku=P-2,color=Red|sku=P-3,wood=Oak"\n${simple('P-1')}${simple('P-2')}`,
    [
      ':2:8 warning: configurable_variations: "P-2" is chosen by the same options as "P-1", so customers could not tell them apart; it is skipped.',
      ':2:8 configurable_variations: there is no simple product "P-3", neither in these files nor in the shop; import the file that has it together with this one.',
    ],
  ],
  [
    'a product in two places',
    `${shopify}mug,Mug,V,Title,Default Title,M,5,,\nbowl,Bowl,V,Title,Default Title,B,5,,\nmug,,,,,M2,6,,\n`,
    [':4:2 title: is empty; the first row of a product must have its title, and its other rows must follow directly.'],
  ],
  [
    'dates that are none, or two',
    `${magento.trimEnd()},special_price,special_price_from_date,special_price_to_date\n${reduced('A', '4,soon,')}${reduced('B', '4,12/1/26,')}`,
    [
      ':2:10 special_price_from_date: "soon" is not a date; write a date such as 2026-11-30.',
      ':3:10 warning: special_price_from_date: "12/1/26" could be either of two dates, so 5.00 is loaded instead of 4.00; write the date as 2026-11-30 and import again.',
    ],
  ],
  [
    'a gift card with two options',
    `${shopify.trimEnd()},Option2 Name,Option2 Value\ncard,Card,V,Amount,fifty,C,50,TRUE,,,\ncard2,Card,V,Amount,$50,C2,50,TRUE,,Design,Rose\n`,
    [
      ':2:5 option1 value: "fifty" is not a gift card price; write a price such as $50.',
      ':3:5 option1 value: customers choose a gift card only by its price; keep one option, such as Denominations.',
    ],
  ],
];

describe.each(databaseKinds())('import file errors on %s', (kind) => {
  let database: Database;
  beforeEach(async () => {
    database = await openTestDatabase(kind);
  });
  afterEach(() => database.close());

  it('reports import errors with line and column, and loads nothing', async () => {
    for (const [name, content, expected] of WRONG) {
      const path = files.write('wrong.csv', content);
      const result = await load(database, [path]);
      expect([name, formatRowErrors(result, ['']).map((text) => text.replaceAll(path, ''))]).toEqual([name, expected]);
      expect(result.loaded).toEqual([]);
    }
    expect(await storedRows(database).count('products')).toBe(0);
  });

  it('treats warnings as errors that stop the import when strict is set', async () => {
    const path = files.write(
      'picture.csv',
      `Handle,Title,Vendor,Variant SKU,Variant Price,Image Src\na,A,V,A,5,no-such.jpg\n`,
    );
    const strict = await load(database, [path], { strict: true });
    expect(formatRowErrors(strict, ['p.csv'])).toEqual([
      `p.csv:2:6 image src: ${files.folder}/no-such.jpg does not exist; put the file into the pictures folder.`,
    ]);
    expect(strict.loaded).toEqual([]);
    const lenient = await load(database, [path]);
    expect(lenient.rowErrors.warnings()).toBe(1);
    expect(lenient.loaded[0]?.counts).toMatchObject({ newProducts: 1, newVariants: 1 });
  });

  it('rejects a row that would change the type of a sold product', async () => {
    const first = files.write(
      'first.csv',
      `${magento}${simple('A')}${simple('P-1')}P,configurable,Name,,,,vendor=V,"sku=P-1,color=Red"\n`,
    );
    expect(formatRowErrors(await load(database, [first]), [first])).toEqual([]);
    const path = files.write('second.csv', `${shopify}A,A,V,Size,L,A-L,5,,\nother,O,V,Size,L,P-1,5,,\n`);
    expect(formatRowErrors(await load(database, [path]), ['s.csv'])).toEqual([
      's.csv:2:1 handle: "A" is a product of another kind in the shop (simple, with variants, or a gift card), and orders refer to it; give this one another sku and handle.',
    ]);
  });
});
