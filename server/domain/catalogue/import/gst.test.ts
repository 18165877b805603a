import { describe, expect, it } from 'vitest';
import { importIntoEach } from '#test/support/catalogue-imports.ts';
import { databaseKinds } from '#test/support/database.ts';

describe.each(databaseKinds())('GST in product imports on %s', (kind) => {
  const { bring, stored } = importIntoEach(kind);
  const products = async () => {
    const named = async (gstFree: boolean) =>
      (await stored().all('products', { gstFree })).map(({ name }) => name).toSorted();
    return { free: await named(true), taxable: await named(false) };
  };

  describe('from Shopify', () => {
    const HEAD = 'Handle,Title,Vendor,Gift Card,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Taxable\n';

    it('marks Shopify products that are not taxable as GST-free', async () => {
      const loaf = (taxable: string) =>
        bring(
          `${HEAD}sourdough,Loaf,Corner Oven,,,,LOAF-1,11.00,${taxable}\noven-mitt,Mitt,Corner Oven,,,,MITT-1,11.00,true\n`,
        );
      expect((await loaf('false')).output).toEqual([]);
      expect(await products()).toEqual({ free: ['Loaf'], taxable: ['Mitt'] });
      expect((await loaf('')).counts).toMatchObject({ changedProducts: 0 });
      expect(await products()).toEqual({ free: ['Loaf'], taxable: ['Mitt'] });
      expect((await loaf('TRUE')).counts).toMatchObject({ changedProducts: 1 });
      expect(await products()).toEqual({ free: [], taxable: ['Loaf', 'Mitt'] });
    });

    it('makes a product taxable, with a warning, when a file with only some variants disagrees with the others', async () => {
      const bread = (...variants: string[]) =>
        bring(
          `${HEAD}${variants.map((row, index) => `bread,${index === 0 ? 'Bread,Oven,,Size' : ',,,'},${row}\n`).join('')}`,
        );
      const differs =
        'p.csv:2:9 warning: variant taxable: the shop has variants of "bread" that these files leave out and that differ in GST, so all are sold with GST; import all of its variants together.';
      const [small, large] = ['S,BREAD-S,5.00', 'L,BREAD-L,9.00'];
      await bread(`${small},true`, `${large},true`);
      expect((await bread(`${small},false`)).output).toEqual([differs]);
      expect(await products()).toEqual({ free: [], taxable: ['Bread'] });
      expect((await bread(`${small},false`, `${large},false`)).output).toEqual([]);
      expect((await bread(`${large},false`)).output).toEqual([]);
      expect((await bread(`${large},`)).output).toEqual([]);
      expect(await products()).toEqual({ free: ['Bread'], taxable: [] });
      expect((await bread(`${large},true`)).output).toEqual([differs]);
      expect(await products()).toEqual({ free: [], taxable: ['Bread'] });
    });

    it('reads the tax setting from Shopify\'s new column "Charge tax"', async () => {
      const content = 'URL handle,Title,Vendor,SKU,Price,Charge tax\nloaf,Loaf,Oven,LOAF,11.00,FALSE\n';
      expect((await bring(content)).output).toEqual([]);
      expect(await products()).toEqual({ free: ['Loaf'], taxable: [] });
    });

    it('does not mark gift cards as GST-free, although Shopify lists them as not taxable', async () => {
      expect((await bring(`${HEAD}card,Card,Oven,TRUE,Denominations,$50,CARD-50,50.00,false\n`)).output).toEqual([]);
      expect(await products()).toEqual({ free: [], taxable: ['Card'] });
    });

    it('makes a product taxable, with a warning, when its variants differ or the tax setting is unknown', async () => {
      const { output } = await bring(
        `${HEAD}bread,Bread,Oven,,Size,S,BREAD-S,5.00,false\nbread,,,,,L,BREAD-L,9.00,true\nrye,Rye,Oven,,Size,S,RYE-S,5.00,false\nrye,,,,,L,RYE-L,9.00,false\nbun,Bun,Oven,,,,BUN,1.00,perhaps\n`,
      );
      expect(output).toEqual([
        'p.csv:6:9 warning: variant taxable: "perhaps" is neither TRUE nor FALSE; the product is sold with GST.',
        'p.csv:2:9 warning: variant taxable: some variants of "bread" are GST-free and others are not, so all are sold with GST; split them into two products.',
      ]);
      expect(await products()).toEqual({ free: ['Rye'], taxable: ['Bread', 'Bun'] });
    });
  });

  describe('from WooCommerce', () => {
    const HEAD =
      'Type,SKU,Name,Tax status,Tax class,Stock,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)\n';

    it('marks products GST-free by tax status or tax class', async () => {
      const lines = [
        'simple,A,Apple,none,,5,1.00,,,',
        'simple,B,Bread,taxable,zero-rate,5,1.00,,,',
        'simple,C,Corn,shipping,,5,1.00,,,',
        'simple,D,Dish,taxable,,5,1.00,,,',
        'simple,E,Eel,taxable,gst-free,5,1.00,,,',
      ];
      expect((await bring(`${HEAD}${lines.join('\n')}\n`)).output).toEqual([]);
      expect(await products()).toEqual({ free: ['Apple', 'Bread', 'Corn', 'Eel'], taxable: ['Dish'] });
      expect((await bring('Type,SKU,Name,Regular price\nsimple,A,Apple,2.00\n')).counts).toMatchObject({
        changedProducts: 0,
      });
      expect((await products()).free).toContain('Apple');
    });

    it('lets variations inherit the tax class of the product or set their own', async () => {
      const variations = (sku: string, ...taxes: string[]) =>
        taxes
          .map((tax, index) => `variation,${sku}-${index},${sku} - ${index},${tax},5,1.00,${sku},Size,${index}\n`)
          .join('');
      const variable = (sku: string, tax: string) => `variable,${sku},${sku},${tax},,,,Size,"0, 1"\n`;
      const { output } = await bring(
        `${HEAD}${variable('Rye', 'taxable,zero-rate')}${variations('Rye', 'taxable,parent', 'taxable,parent')}${variable('Bun', 'taxable,')}${variations('Bun', 'none,', 'taxable,parent')}`,
      );
      expect(output).toEqual([
        'p.csv:5:4 warning: tax status: some variants of "Bun" are GST-free and others are not, so all are sold with GST; split them into two products.',
      ]);
      expect(await products()).toEqual({ free: ['Rye'], taxable: ['Bun'] });
    });

    it('makes a product taxable, with a warning, when its tax class is unknown', async () => {
      expect((await bring(`${HEAD}simple,A,Apple,taxable,reduced-rate,5,1.00,,,\n`)).output).toEqual([
        'p.csv:2:5 warning: tax class: "reduced-rate" is an unknown tax class, so the product is sold with GST; to sell it without GST, write "gst-free" or "none".',
      ]);
      expect(await products()).toEqual({ free: [], taxable: ['Apple'] });
    });

    it('falls back to the tax class, with a warning, when the tax status is unknown', async () => {
      const lines = ['simple,A,Apple,exempt,gst-free,5,1.00,,,', 'simple,B,Bread,not taxable,,5,1.00,,,'];
      expect((await bring(`${HEAD}${lines.join('\n')}\n`)).output).toEqual([
        'p.csv:2:4 warning: tax status: "exempt" is not taxable, shipping or none, so the tax class decides.',
        'p.csv:3:4 warning: tax status: "not taxable" is not taxable, shipping or none, so the tax class decides.',
      ]);
      expect(await products()).toEqual({ free: ['Apple'], taxable: ['Bread'] });
    });
  });

  describe('from Magento', () => {
    const HEAD =
      'sku,product_type,name,price,qty,tax_class_name,visibility,configurable_variations,additional_attributes\n';
    const simple = (sku: string, tax: string, lastCells = ',,') =>
      `${sku},simple,${sku},1.00,5,${tax},"Catalog, Search"${lastCells}\n`;
    const variant = (sku: string, tax: string, size: string) => simple(sku, tax, `,,size=${size}`);
    const configurable = (sku: string, tax: string) =>
      `${sku},configurable,${sku},,,${tax},"Catalog, Search","sku=${sku}-S,size=S|sku=${sku}-L,size=L",\n`;

    it('marks products with the tax class None as GST-free', async () => {
      expect((await bring(HEAD + simple('Loaf', 'None') + simple('Mitt', 'Taxable Goods'))).output).toEqual([]);
      expect(await products()).toEqual({ free: ['Loaf'], taxable: ['Mitt'] });
    });

    it('reads tax from the rows of variants, and makes the product taxable if classes differ or are unknown', async () => {
      const rye = variant('Rye-S', 'None', 'S') + variant('Rye-L', 'None', 'L') + configurable('Rye', 'None');
      const bun = variant('Bun-S', 'None', 'S') + variant('Bun-L', 'Taxable Goods', 'L') + configurable('Bun', 'None');
      expect((await bring(HEAD + rye + bun + simple('Wine', 'Luxury'))).output).toEqual([
        'p.csv:8:6 warning: tax_class_name: "Luxury" is an unknown tax class, so the product is sold with GST; to sell it without GST, write "gst-free" or "none".',
        'p.csv:7:6 warning: tax_class_name: some variants of "Bun" are GST-free and others are not, so all are sold with GST; split them into two products.',
      ]);
      expect(await products()).toEqual({ free: ['Rye'], taxable: ['Bun', 'Wine'] });
    });
  });
});
