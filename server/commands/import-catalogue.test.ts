import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestFolder, listAllRows } from '#test/support/catalogue-files.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCommand } from '#test/support/give-command.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { flattenVariants, readStoredCatalogue } from '#test/support/stored-catalogue.ts';
import { importCommand } from './import-catalogue.ts';

const HEAD =
  'sku,product_type,name,price,qty,product_online,visibility,additional_attributes,configurable_variations\n';
const row = (
  sku: string,
  { type = 'simple', price = '5.00', online = '1', shown = 'Catalog, Search', variations = '' } = {},
) => `${sku},${type},Name,${price},1,${online},"${shown}",vendor=V,${variations}\n`;
const HIDDEN = 'Not Visible Individually';

describe.each(databaseKinds())('npm run import on %s', (kind) => {
  const files = createTestFolder();
  let shop: TestShop;
  afterAll(() => files.remove());
  beforeEach(async () => {
    shop = await openTestShop(kind);
  });
  afterEach(() => shop.close());

  async function run(content: string, ...options: string[]) {
    const path = files.write('p.csv', content);
    const { status, output, errorOutput } = await giveCommand(shop.context, importCommand, path, ...options);
    return { status, output: output.map(short), errorOutput: errorOutput.map(short) };
  }
  const short = (line: string) => line.replaceAll(`${files.folder}/`, '');
  const newSkus = async () => {
    const its = (await readStoredCatalogue(shop.context.database)).filter(({ seller }) => seller === 'V');
    return flattenVariants(its)
      .map(({ sku }) => sku)
      .toSorted();
  };
  const KINDS = 'is not sold here, so it is skipped; the shop sells simple and configurable products and gift cards.';

  it('skips and reports rows of product types that the shop does not sell, and loads the rest', async () => {
    const content = [
      HEAD,
      row('KIT', { type: 'bundle', price: '' }),
      row('SET', { type: 'grouped', price: '' }),
      row('FILM', { type: 'downloadable' }),
      row('COURSE', { type: 'virtual' }),
      row('CUP'),
    ].join('');
    expect(await run(content)).toEqual({
      status: 0,
      output: ['p.csv: 1 new product, 1 new variant, 1 new seller.'],
      errorOutput: [
        `p.csv:2:2 warning: product_type: "bundle" ${KINDS}`,
        `p.csv:3:2 warning: product_type: "grouped" ${KINDS}`,
        `p.csv:4:2 warning: product_type: "downloadable" ${KINDS}`,
        'p.csv:5:2 warning: product_type: a virtual product without a gift card price is not sold here; it is skipped.',
      ],
    });
    expect(await newSkus()).toEqual(['CUP']);
  });

  it('skips variants that are not for sale, and products left without variants', async () => {
    const content = [
      HEAD,
      row('COAT-S', { shown: HIDDEN }),
      row('COAT-M', { shown: HIDDEN, online: '2' }),
      row('COAT-L', { shown: HIDDEN, type: 'downloadable' }),
      row('LONE', { shown: HIDDEN }),
      row('COAT', { type: 'configurable', variations: '"sku=COAT-S,size=S|sku=COAT-M,size=M|sku=COAT-L,size=L"' }),
      row('HAT', { type: 'configurable', variations: '"sku=COAT-L,size=L"' }),
      row('CAPE', { type: 'configurable', variations: '"sku=COAT-S,size=S"' }),
    ].join('');
    const { status, errorOutput } = await run(content);
    expect(errorOutput).toEqual([
      'p.csv:3:6 warning: product_online: the product is switched off; it is not sold.',
      `p.csv:4:2 warning: product_type: "downloadable" ${KINDS}`,
      'p.csv:8:9 warning: configurable_variations: "COAT-S" is already a variant of the product at p.csv:6; it is skipped here.',
      'p.csv:5:7 warning: visibility: the product is neither visible individually nor a variant of a product, so it is not sold.',
      'p.csv:7:9 warning: configurable_variations: none of its variants is sold, as reported for each; it is skipped.',
      'p.csv:8:9 warning: configurable_variations: none of its variants is sold, as reported for each; it is skipped.',
    ]);
    expect(status).toBe(0);
    expect(await newSkus()).toEqual(['COAT-S']);
  });

  const WRONG = [
    HEAD,
    row('A', { price: '-1' }),
    row('B'),
    row('B'),
    row('P-1', { shown: HIDDEN }),
    row('P-2', { shown: HIDDEN, price: 'cheap' }),
    row('P', { type: 'configurable', variations: '"sku=P-1,size=S|sku=P-2,size=M"' }),
    row('Q', { type: 'configurable', variations: '"sku=A,size=S|sku=Q-9,size=M"' }),
  ].join('');

  it('loads nothing when rows are invalid, and reports how to fix each row', async () => {
    const before = await listAllRows(shop.context.database);
    expect(await run(WRONG)).toEqual({
      status: 1,
      output: [],
      errorOutput: [
        'p.csv:2:4 price: "-1" is below zero; a price is 0.01 or more.',
        'p.csv:6:4 price: "cheap" is not a price; write Australian dollars such as 1234.50, without a sign or thousands separators.',
        '2 errors and 0 warnings. Nothing was loaded.',
        'Fix the errors and import again: the import then checks the correct rows against each other and against the shop. To load only the rows without errors, add --skip-wrong.',
      ],
    });
    expect(await listAllRows(shop.context.database)).toEqual(before);
  });

  it('loads all valid rows with --skip-wrong, lists the skipped rows and exits with 1', async () => {
    const { status, output, errorOutput } = await run(WRONG, '--skip-wrong');
    expect(errorOutput).toEqual([
      'p.csv:2:4 price: "-1" is below zero; a price is 0.01 or more.',
      'p.csv:6:4 price: "cheap" is not a price; write Australian dollars such as 1234.50, without a sign or thousands separators.',
      'p.csv:4:1 sku: "B" is already at p.csv:3; keep one of the two, and keep the rows of a product together.',
      'p.csv:8:9 configurable_variations: there is no simple product "Q-9", neither in these files nor in the shop; import the file that has it together with this one.',
      '4 errors. The import skipped what they name (--skip-wrong).',
    ]);
    expect({ status, output }).toEqual({
      status: 1,
      output: ['p.csv: 2 new products, 2 new variants, 1 new seller.'],
    });
    expect(await newSkus()).toEqual(['B', 'P-1']);
  });

  it('prints what it would load with --dry-run and changes nothing', async () => {
    const before = await listAllRows(shop.context.database);
    expect(await run(HEAD + row('CUP') + row('KIT', { type: 'bundle' }), '--dry-run')).toEqual({
      status: 0,
      output: [
        'p.csv: would load 1 product (1 of them new) with 1 variant (1 new).',
        'Nothing was changed (--dry-run). Pictures were not checked.',
      ],
      errorOutput: [`p.csv:3:2 warning: product_type: "bundle" ${KINDS}`],
    });
    expect((await run(WRONG, '--dry-run')).status).toBe(1);
    expect(await listAllRows(shop.context.database)).toEqual(before);
  });

  it('reports how many errors a shortened list omits', async () => {
    const content = HEAD + Array.from({ length: 1_201 }, () => row('SAME')).join('');
    const { errorOutput } = await run(content);
    expect(errorOutput).toHaveLength(53);
    expect(errorOutput.slice(50)).toEqual([
      '... and 1150 more.',
      '1200 errors and 0 warnings. Nothing was loaded.',
      'Fix the errors and import again: the import then checks the correct rows against each other and against the shop. To load only the rows without errors, add --skip-wrong.',
    ]);
  });

  it('names every skipped row, grouped by reason', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => row(`W-${index}`, { price: `${index}x` }));
    const drafts = Array.from({ length: 60 }, (_, index) => row(`D-${index}`, { online: '2' }));
    const free = Array.from({ length: 60 }, (_, index) => row(`F-${index}`, { price: '0' }));
    const content = [HEAD, ...rows, ...drafts, row('CUP'), ...free].join('');
    const { errorOutput, output } = await run(content, '--skip-wrong');
    expect(output).toEqual(['p.csv: 1 new product, 1 new variant, 1 new seller.']);
    expect(errorOutput.slice(0, 60).map((line) => line.slice(0, line.indexOf(' ')))).toEqual(
      rows.map((_, index) => `p.csv:${index + 2}:4`),
    );
    expect(errorOutput.slice(60)).toEqual([
      'p.csv:62:6 warning: product_online: the product is switched off; it is not sold. (60 times, lines 62-121)',
      'p.csv:123:4 warning: price: "0" is not a price; a price is 0.01 or more. The row is skipped. (60 times, lines 123-182)',
      '60 errors. The import skipped what they name (--skip-wrong).',
    ]);
  });

  it.each(['--strict', '--skip-wrong', '--dry-run'])(
    'prints one error before sixty warnings about drafts with the option %s',
    async (option) => {
      const drafts = Array.from({ length: 60 }, (_, index) => row(`D-${index}`, { online: '2' })).join('');
      const { errorOutput } = await run(HEAD + drafts + row('W', { price: 'twelve' }), option);
      const label = option === '--strict' ? '' : 'warning: ';
      expect(errorOutput.slice(0, 2)).toEqual([
        'p.csv:62:4 price: "twelve" is not a price; write Australian dollars such as 1234.50, without a sign or thousands separators.',
        `p.csv:2:6 ${label}product_online: the product is switched off; it is not sold. (60 times, lines 2-61)`,
      ]);
    },
  );

  it('drops the root categories that --root names, and none with --root none', async () => {
    const names = async () => (await shop.stored.all('categories')).map(({ name }) => name);
    const inCategory = (sku: string, path: string) => row(sku).replace('\n', `,${path}\n`);
    const content = `${HEAD.trim()},categories\n${inCategory('A', 'Acme/Cups')}${inCategory('B', 'Second Root/Bowls')}`;
    const before = await names();
    await run(content, '--root', 'Acme', '--root', ' second root ');
    expect((await names()).filter((name) => !before.includes(name)).sort()).toEqual(['Bowls', 'Cups']);
    await run(content, '--root', 'none');
    expect(await names()).toEqual(expect.arrayContaining(['Acme', 'Second Root']));
    await expect(run(content, '--root', '')).rejects.toThrow('--root takes the name of a root category, or none.');
  });

  it('rejects conflicting or invalid options', async () => {
    await expect(run(HEAD, '--strict', '--skip-wrong')).rejects.toThrow('not both');
    await expect(run(HEAD, '--pictures-from', 'img.example/a')).rejects.toThrow('takes host names such as');
  });
});
