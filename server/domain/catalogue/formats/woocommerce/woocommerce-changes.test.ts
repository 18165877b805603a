import { describe, expect, it } from 'vitest';
import { importIntoEach } from '#test/support/catalogue-imports.ts';
import { databaseKinds } from '#test/support/database.ts';
import { joinParts } from '#test/support/stored-catalogue.ts';

const HEAD = 'Type,SKU,Name,Published,Regular price,Stock,Parent,Attribute 1 name,Attribute 1 value(s)\n';
const variable = (sku: string, sizes: string) => `variable,${sku},${sku},1,,,,Size,"${sizes}"\n`;
type Variation = { on?: string; stock?: number | ''; parent?: string };
const variation = (sku: string, size: string, { on = '1', stock = 6, parent = 'TEE' }: Variation = {}) =>
  `variation,${sku},${sku},${on},20.00,${stock},${parent},Size,${size}\n`;
const addSellerColumn = (file: string, seller: string) =>
  file
    .trimEnd()
    .split('\n')
    .map((line, index) => `${line},${index === 0 ? 'Vendor' : seller}\n`)
    .join('');
const TEE = HEAD + variable('TEE', 'S, M') + variation('TEE-S', 'S');
const OFF = 'warning: published: it is not published; it is not sold.';

describe.each(databaseKinds())('repeat WooCommerce imports on %s', (kind) => {
  const { bring, stored, variants } = importIntoEach(kind);
  const stock = async () =>
    (await stored().all('variants')).map(({ sku, priceCents, qty }) => joinParts(sku, priceCents, qty));

  it('sells out a variation that is switched off, until it is switched on again', async () => {
    await bring(TEE + variation('TEE-M', 'M'));
    for (const on of ['0', '-1', '2']) {
      expect((await bring(TEE + variation('TEE-M', 'M', { on }))).output).toEqual([`p.csv:4:4 ${OFF}`]);
      expect(await stock()).toEqual(['TEE-S 2000 6', 'TEE-M 2000 0']);
    }
    await bring(TEE + variation('TEE-M', 'M', { stock: 3 }));
    expect(await stock()).toEqual(['TEE-S 2000 6', 'TEE-M 2000 3']);
    expect((await bring(HEAD + variation('TEE-M', 'M', { on: '0' }))).output).toEqual([`p.csv:2:4 ${OFF}`]);
    expect(await stock()).toEqual(['TEE-S 2000 6', 'TEE-M 2000 0']);
  });

  it('restores the previous stock when a variation with blank stock is switched off and on again', async () => {
    const blank = (on: string) => TEE + variation('TEE-M', 'M', { on, stock: '' });
    await bring(blank('1'));
    await stored().change('variants', { qty: 997 }, { sku: 'TEE-M' });
    for (const on of ['0', '0']) {
      await bring(blank(on));
      expect(await stock()).toEqual(['TEE-S 2000 6', 'TEE-M 2000 0']);
    }
    const priceAlone = 'Type,SKU,Name,Regular price,Parent\nvariation,TEE-M,Tee,21.00,TEE\n';
    expect((await bring(priceAlone)).output).toEqual([]);
    expect(await stock()).toEqual(['TEE-S 2000 6', 'TEE-M 2100 0']);
    await stored().change('variants', { qty: 2 }, { sku: 'TEE-M' });
    for (const on of ['1', '1']) {
      expect((await bring(blank(on))).output).toEqual([]);
      expect(await stock()).toEqual(['TEE-S 2000 6', 'TEE-M 2000 999']);
    }
  });

  it('keeps a variation sold out if it was sold out before being switched off, unless the file gives a stock', async () => {
    const file = (on: string, stock: number | '') => TEE + variation('TEE-M', 'M', { on, stock });
    for (const [on, inFile, qty] of [
      ['1', 0, 0],
      ['0', '', 0],
      ['1', '', 0],
      ['1', 5, 5],
      ['0', '', 0],
      ['1', 3, 3],
      ['0', '', 0],
      ['1', '', 3],
    ] as const) {
      await bring(file(on, inFile));
      expect(await stock()).toEqual(['TEE-S 2000 6', `TEE-M 2000 ${qty}`]);
    }
  });

  it('does not load a new variation that is switched off', async () => {
    expect((await bring(TEE + variation('TEE-M', 'M', { on: '0' }))).output).toEqual([`p.csv:4:4 ${OFF}`]);
    expect(await stock()).toEqual(['TEE-S 2000 6']);
  });

  it('sells out every variant expanded from a variation with open values when it is switched off', async () => {
    const rug = (on: string, stock: number | '' = 6) =>
      HEAD +
      variable('RUG', 'S, M, L') +
      variation('RUG-S', 'S', { parent: 'RUG' }) +
      variation('RUG-ANY', '', { on, stock, parent: 'RUG' });
    await bring(rug('1'));
    expect(await stock()).toEqual(['RUG-S 2000 6', 'RUG-ANY-m 2000 3', 'RUG-ANY-l 2000 3']);
    expect((await bring(rug('0'))).output).toEqual([`p.csv:4:4 ${OFF}`]);
    expect(await stock()).toEqual(['RUG-S 2000 6', 'RUG-ANY-m 2000 0', 'RUG-ANY-l 2000 0']);
    await bring(rug('1', ''));
    expect(await stock()).toEqual(['RUG-S 2000 6', 'RUG-ANY-m 2000 3', 'RUG-ANY-l 2000 3']);
  });

  describe('when products have only names', () => {
    const named = (...products: [name: string, price: string][]) =>
      `Type,Name,Regular price\n${products.map(([name, price]) => `simple,${name},${price}\n`).join('')}`;
    const sold = async () => (await variants()).map(({ product: { name }, priceCents }) => joinParts(name, priceCents));

    it.each([
      [['Wren mug', 'Wren mug!'], 'Wren mug!'],
      [['Wren mug!', 'Wren mug'], 'Wren mug'],
      [['Wrén mug', 'Wren mug'], 'Wren mug'],
    ])(
      'updates only the product with the exact name when the shop has %j and the file has %s',
      async (names, second) => {
        expect((await bring(named(...names.map((name): [string, string] => [name, '5.00'])))).output).toEqual([]);
        expect((await bring(named([second, '8.00']))).output).toEqual([]);
        expect(await sold()).toEqual([`${names[0]} 500`, `${second} 800`]);
      },
    );

    it("keeps a product's key from an earlier import and creates no duplicate product", async () => {
      await bring(named(['Wren mug!', '5.00']));
      await stored().change('products', { sku: 'wren-mug' });
      await stored().change('variants', { sku: 'wren-mug' });
      expect((await bring(named(['Wren mug!', '6.00']))).output).toEqual([]);
      expect(await sold()).toEqual(['Wren mug! 600']);
      expect((await bring(named(['Wren mug', '7.00']))).output).toEqual([]);
      expect((await bring(named(['Wren mug', '8.00'], ['Wren mug!', '9.00']))).output).toEqual([]);
      expect(await sold()).toEqual(['Wren mug! 900', 'Wren mug 800']);
      const HEAD_OFF = 'Type,Name,Published,Regular price\n';
      await bring(`${HEAD_OFF}simple,Wren mug!,0,9.00\n`);
      expect(await stored().one('products', { visibility: 'off' })).toMatchObject({ name: 'Wren mug!' });
    });
  });

  it('leaves out a variation without affecting a variation with the same sku in another file', async () => {
    const free = `${TEE.replace('20.00', '0')}${variation('TEE-M', 'M')}`;
    const other = `${TEE}${variation('TEE-M', 'M')}`;
    const { output } = await bring([addSellerColumn(free, 'Salt Shed'), addSellerColumn(other, 'Fern Lane')]);
    expect(output).toEqual([expect.stringMatching(/^p\.csv:3:5 warning: regular price: "0" is not a price/)]);
    const bySeller = (await variants()).map(({ product: { seller }, ownSku, sku }) => joinParts(seller, ownSku ?? sku));
    expect(bySeller.toSorted()).toEqual(['Fern Lane TEE-M', 'Fern Lane TEE-S', 'Salt Shed TEE-M']);
  });

  describe('when the parent has only an id', () => {
    const file = (
      type: string,
      stock = '',
    ) => `ID,Type,SKU,Name,Regular price,Stock,Parent,Attribute 1 name,Attribute 1 value(s)
90,${type},,Box,,${stock},,Size,"S, M"
91,variation,,Box - S,20.00,4,id:90,Size,S
92,simple,CUP,Cup,5.00,3,,,
`;

    it('leaves out the variations of a parent whose type is not sold', async () => {
      const { output } = await bring(file('variable-subscription'));
      expect(output).toEqual([
        expect.stringMatching(/^p\.csv:2:2 warning: type: "variable-subscription" is not sold here/),
      ]);
      expect(await stock()).toEqual(['CUP 500 3']);
    });

    it('leaves out the variations of an invalid parent when invalid rows are skipped', async () => {
      const { output } = await bring(file('variable', 'lots'), { skipWrong: true });
      expect(output).toEqual([expect.stringMatching(/^p\.csv:2:6 stock: "lots" is not a stock quantity/)]);
      expect(await stock()).toEqual(['CUP 500 3']);
    });
  });

  it('leaves out a new variation that has the same options as a switched-off one', async () => {
    await bring(TEE + variation('TEE-M', 'M'));
    const { output } = await bring(TEE + variation('TEE-M', 'M', { on: '0' }) + variation('TEE-M2', 'M'));
    expect(output).toEqual([
      `p.csv:4:4 ${OFF}`,
      'p.csv:5:9 warning: attribute 1 value(s): "TEE-M2" is chosen by the same options as "TEE-M", so customers could not tell them apart; it is skipped.',
    ]);
    expect(await stock()).toEqual(['TEE-S 2000 6', 'TEE-M 2000 0']);
  });
});
