import { describe, expect, it } from 'vitest';
import { importIntoEach } from '#test/support/catalogue-imports.ts';
import { databaseKinds } from '#test/support/database.ts';

describe.each(databaseKinds())('GST-free products of a file on %s', (kind) => {
  const { bring, stored } = importIntoEach(kind);
  /** The names of the products that are GST-free, and of those that are not. */
  const products = async () => {
    const named = async (gstFree: boolean) =>
      (await stored().all('products', { gstFree })).map(({ name }) => name).toSorted();
    return { free: await named(true), taxable: await named(false) };
  };

  describe('of Shopify', () => {
    const HEAD = 'Handle,Title,Vendor,Gift Card,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Taxable\n';

    it('are those that are not taxable', async () => {
      const loaf = (taxable: string) =>
        bring(
          `${HEAD}sourdough,Loaf,Corner Oven,,,,LOAF-1,11.00,${taxable}\noven-mitt,Mitt,Corner Oven,,,,MITT-1,11.00,true\n`,
        );
      expect((await loaf('false')).said).toEqual([]);
      expect(await products()).toEqual({ free: ['Loaf'], taxable: ['Mitt'] });
      expect((await loaf('')).counts).toMatchObject({ changedProducts: 0 });
      expect(await products()).toEqual({ free: ['Loaf'], taxable: ['Mitt'] });
      expect((await loaf('TRUE')).counts).toMatchObject({ changedProducts: 1 });
      expect(await products()).toEqual({ free: [], taxable: ['Loaf', 'Mitt'] });
    });

    it('are taxable, with a warning, where a file with some of the variants differs from the others', async () => {
      const bread = (...variants: string[]) =>
        bring(
          `${HEAD}${variants.map((row, at) => `bread,${at === 0 ? 'Bread,Oven,,Size' : ',,,'},${row}\n`).join('')}`,
        );
      const differs =
        'p.csv:2:9 warning: variant taxable: the shop has variants of "bread" that these files leave out and that differ in GST, so all are sold with GST; import all of its variants together.';
      const [small, large] = ['S,BREAD-S,5.00', 'L,BREAD-L,9.00'];
      await bread(`${small},true`, `${large},true`);
      expect((await bread(`${small},false`)).said).toEqual([differs]);
      expect(await products()).toEqual({ free: [], taxable: ['Bread'] });
      expect((await bread(`${small},false`, `${large},false`)).said).toEqual([]);
      expect((await bread(`${large},false`)).said).toEqual([]);
      expect((await bread(`${large},`)).said).toEqual([]);
      expect(await products()).toEqual({ free: ['Bread'], taxable: [] });
      expect((await bread(`${large},true`)).said).toEqual([differs]);
      expect(await products()).toEqual({ free: [], taxable: ['Bread'] });
    });

    it('are read from the column by its newer name', async () => {
      const content = 'URL handle,Title,Vendor,SKU,Price,Charge tax\nloaf,Loaf,Oven,LOAF,11.00,FALSE\n';
      expect((await bring(content)).said).toEqual([]);
      expect(await products()).toEqual({ free: ['Loaf'], taxable: [] });
    });

    it('are no gift cards, which are not taxable there', async () => {
      expect((await bring(`${HEAD}card,Card,Oven,TRUE,Denominations,$50,CARD-50,50.00,false\n`)).said).toEqual([]);
      expect(await products()).toEqual({ free: [], taxable: ['Card'] });
    });

    it('are taxable, with a warning, where variants differ or a word is not known', async () => {
      const { said } = await bring(
        `${HEAD}bread,Bread,Oven,,Size,S,BREAD-S,5.00,false\nbread,,,,,L,BREAD-L,9.00,true\nrye,Rye,Oven,,Size,S,RYE-S,5.00,false\nrye,,,,,L,RYE-L,9.00,false\nbun,Bun,Oven,,,,BUN,1.00,perhaps\n`,
      );
      expect(said).toEqual([
        'p.csv:6:9 warning: variant taxable: "perhaps" is neither TRUE nor FALSE; the product is sold with GST.',
        'p.csv:2:9 warning: variant taxable: some variants of "bread" are GST-free and others are not, so all are sold with GST; make two products of them.',
      ]);
      expect(await products()).toEqual({ free: ['Rye'], taxable: ['Bread', 'Bun'] });
    });
  });

  describe('of WooCommerce', () => {
    const HEAD =
      'Type,SKU,Name,Tax status,Tax class,Stock,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)\n';

    it('are those without taxes and those of a class without', async () => {
      const lines = [
        'simple,A,Apple,none,,5,1.00,,,',
        'simple,B,Bread,taxable,zero-rate,5,1.00,,,',
        'simple,C,Corn,shipping,,5,1.00,,,',
        'simple,D,Dish,taxable,,5,1.00,,,',
        'simple,E,Eel,taxable,gst-free,5,1.00,,,',
      ];
      expect((await bring(`${HEAD}${lines.join('\n')}\n`)).said).toEqual([]);
      expect(await products()).toEqual({ free: ['Apple', 'Bread', 'Corn', 'Eel'], taxable: ['Dish'] });
      expect((await bring('Type,SKU,Name,Regular price\nsimple,A,Apple,2.00\n')).counts).toMatchObject({
        changedProducts: 0,
      });
      expect((await products()).free).toContain('Apple');
    });

    it('have variations that go by their product, or say it themselves', async () => {
      const variations = (sku: string, ...taxes: string[]) =>
        taxes.map((tax, at) => `variation,${sku}-${at},${sku} - ${at},${tax},5,1.00,${sku},Size,${at}\n`).join('');
      const variable = (sku: string, tax: string) => `variable,${sku},${sku},${tax},,,,Size,"0, 1"\n`;
      const { said } = await bring(
        `${HEAD}${variable('Rye', 'taxable,zero-rate')}${variations('Rye', 'taxable,parent', 'taxable,parent')}${variable('Bun', 'taxable,')}${variations('Bun', 'none,', 'taxable,parent')}`,
      );
      expect(said).toEqual([
        'p.csv:5:4 warning: tax status: some variants of "Bun" are GST-free and others are not, so all are sold with GST; make two products of them.',
      ]);
      expect(await products()).toEqual({ free: ['Rye'], taxable: ['Bun'] });
    });

    it('are taxable, with a warning, in a class that is not known', async () => {
      expect((await bring(`${HEAD}simple,A,Apple,taxable,reduced-rate,5,1.00,,,\n`)).said).toEqual([
        'p.csv:2:5 warning: tax class: "reduced-rate" is not known here, so the product is sold with GST; "gst-free" or "none" is sold without.',
      ]);
      expect(await products()).toEqual({ free: [], taxable: ['Apple'] });
    });

    it('go by their class, with a warning, where the status is not known', async () => {
      const lines = ['simple,A,Apple,exempt,gst-free,5,1.00,,,', 'simple,B,Bread,not taxable,,5,1.00,,,'];
      expect((await bring(`${HEAD}${lines.join('\n')}\n`)).said).toEqual([
        'p.csv:2:4 warning: tax status: "exempt" is none of taxable, shipping and none; the tax class decides.',
        'p.csv:3:4 warning: tax status: "not taxable" is none of taxable, shipping and none; the tax class decides.',
      ]);
      expect(await products()).toEqual({ free: ['Apple'], taxable: ['Bread'] });
    });
  });

  describe('of Magento', () => {
    const HEAD =
      'sku,product_type,name,price,qty,tax_class_name,visibility,configurable_variations,additional_attributes\n';
    const simple = (sku: string, tax: string, more = ',,') =>
      `${sku},simple,${sku},1.00,5,${tax},"Catalog, Search"${more}\n`;
    const variant = (sku: string, tax: string, size: string) => simple(sku, tax, `,,size=${size}`);
    const configurable = (sku: string, tax: string) =>
      `${sku},configurable,${sku},,,${tax},"Catalog, Search","sku=${sku}-S,size=S|sku=${sku}-L,size=L",\n`;

    it('are those without a class', async () => {
      expect((await bring(HEAD + simple('Loaf', 'None') + simple('Mitt', 'Taxable Goods'))).said).toEqual([]);
      expect(await products()).toEqual({ free: ['Loaf'], taxable: ['Mitt'] });
    });

    it('have variants whose own rows say it; where they differ, or the class is not known, it is taxable', async () => {
      const rye = variant('Rye-S', 'None', 'S') + variant('Rye-L', 'None', 'L') + configurable('Rye', 'None');
      const bun = variant('Bun-S', 'None', 'S') + variant('Bun-L', 'Taxable Goods', 'L') + configurable('Bun', 'None');
      expect((await bring(HEAD + rye + bun + simple('Wine', 'Luxury'))).said).toEqual([
        'p.csv:8:6 warning: tax_class_name: "Luxury" is not known here, so the product is sold with GST; "gst-free" or "none" is sold without.',
        'p.csv:7:6 warning: tax_class_name: some variants of "Bun" are GST-free and others are not, so all are sold with GST; make two products of them.',
      ]);
      expect(await products()).toEqual({ free: ['Rye'], taxable: ['Bun', 'Wine'] });
    });
  });
});
