import { describe, expect, it } from 'vitest';
import { importIntoEach } from '#test/support/catalogue-imports.ts';
import { databaseKinds } from '#test/support/database.ts';
import { joinParts } from '#test/support/stored-catalogue.ts';
import { MAX_PRICE_COLUMN } from '../formats/shopify/shopify-rows.ts';

describe.each(databaseKinds())('repeat import of existing products on %s', (kind) => {
  const { bring, stored, variants } = importIntoEach(kind);
  const mug = (sku: string, price: string, status: string) =>
    bring(`Handle,Title,Vendor,Variant Price,Variant SKU,Status\nmug,Mug,Tide,${price},${sku},${status}\n`);
  const sold = async () =>
    (await variants()).map(({ id, sku, priceCents, product: { sku: product, handle, visibility } }) => ({
      product,
      handle,
      visibility,
      id,
      sku,
      price: priceCents,
    }));

  it('keeps the variant of a simple product when its sku changes, and updates its price', async () => {
    await mug('MUG-A', '1.00', 'active');
    const [first] = await sold();
    const { output, counts } = await mug('MUG-B', '2.00', 'active');
    expect(output).toEqual([]);
    expect(counts).toMatchObject({ changedProducts: 1, newVariants: 0, changedVariants: 1 });
    expect(await sold()).toEqual([{ ...first, product: 'MUG-B', sku: 'MUG-B', price: 200 }]);
  });

  it('keeps the sku of a simple product when it is switched off', async () => {
    await mug('MUG-A', '1.00', 'active');
    const [first] = await sold();
    await mug('MUG-A', '1.00', 'draft');
    expect(await sold()).toEqual([{ ...first, visibility: 'off' }]);
    await mug('MUG-A', '1.00', 'active');
    expect(await sold()).toEqual([first]);
  });

  it('restores the stock of a Magento variant that is switched on again without a quantity', async () => {
    const shirt = (
      online: string,
      qty: string,
    ) => `sku,product_type,name,price,qty,product_online,visibility,configurable_variations
SH-S,simple,S,5,${qty},${online},Not Visible Individually,
SH-M,simple,M,5,4,1,Not Visible Individually,
SH,configurable,Shirt,,,1,"Catalog, Search","sku=SH-S,size=S|sku=SH-M,size=M"
`;
    const stock = async () => (await stored().all('variants')).map(({ qty }) => qty);
    for (const [online, qty, left] of [
      ['1', '7', 7],
      ['2', '', 0],
      ['', '', 0],
      ['1', '', 7],
    ] as const) {
      await bring(shirt(online, qty));
      expect(await stock()).toEqual([left, 4]);
    }
  });

  it('counts a product as moved only once when it leaves or changes categories', async () => {
    const inCategories = async (categories: string) =>
      (await bring(`sku,product_type,name,price,categories\nMUG,simple,Mug,1,"${categories}"\n`)).counts?.moved;
    expect(await inCategories('Home,Gifts')).toBe(1);
    expect(await inCategories('Home')).toBe(1);
    expect(await inCategories('Home')).toBe(0);
    expect(await inCategories('Gifts,Kitchen')).toBe(1);
  });

  const sized = (...variants: string[]) =>
    bring(`Handle,Title,Vendor,Option1 Name,Variant Price,Option1 Value,Variant SKU
${variants.map((variant, index) => `mug,${index === 0 ? 'Mug,Tide,Size' : ',,'},1.00,${variant}\n`).join('')}`);
  const choices = async () =>
    (await variants()).map(({ sku, size, giftCardPrice, maxPriceCents }) =>
      joinParts(sku, size ?? giftCardPrice, maxPriceCents && `to ${maxPriceCents}`),
    );

  it('moves options between variants by swapping, rotating and shifting them', async () => {
    await sized('S,A', 'M,B', 'L,C');
    const { output, counts } = await sized('M,A', 'S,B', 'L,C');
    expect(output).toEqual([]);
    expect(counts).toMatchObject({ newVariants: 0, changedVariants: 2 });
    expect(await choices()).toEqual(['A M', 'B S', 'C L']);
    await sized('S,A', 'L,B', 'M,C');
    expect(await choices()).toEqual(['A S', 'B L', 'C M']);
    await sized('M,A', 'XL,B', 'L,C', 'S,D');
    expect(await choices()).toEqual(['A M', 'B XL', 'C L', 'D S']);
    expect((await sized('M,A', 'XL,B', 'L,C', 'S,D')).counts).toMatchObject({ changedVariants: 0 });
  });

  it('moves the customer-chosen amount of a gift card to another variant and back', async () => {
    const head = 'Handle,Title,Vendor,Gift Card,Option1 Name,Variant SKU,Option1 Value,Variant Price';
    const card = (a: string, b: string) =>
      bring(`${head},${MAX_PRICE_COLUMN}\ncard,Card,Tide,true,Denominations,A,${a}\ncard,,,,,B,${b}\n`);
    const [fixed, open] = ['50.00,50,', 'Your own amount,10,500'];
    await card(open, fixed);
    for (const [a, b] of [
      [fixed, open],
      [open, fixed],
    ] as const) {
      const { output, counts } = await card(a, b);
      expect(output).toEqual([]);
      expect(counts).toMatchObject({ newVariants: 0, changedVariants: 2 });
      const [fixedTitle, other] = ['$50', 'Your own amount to 50000'];
      expect(await choices()).toEqual(
        a === fixed ? [`A ${fixedTitle}`, `B ${other}`] : [`A ${other}`, `B ${fixedTitle}`],
      );
    }
  });

  it("keeps a variant's options when its new options are taken, and assigns them to no other variant", async () => {
    await sized('S,A', 'M,B');
    const { output, counts } = await sized('M,A', 'S,X', 'L,Y');
    expect(output).toEqual(
      [
        [2, 'A', 'B'],
        [3, 'X', 'A'],
      ].map(([line, sku, other]) => expect.stringMatching(`:${line}:6 warning: .*"${sku}" .* as "${other}",`)),
    );
    expect(counts).toMatchObject({ newVariants: 1, changedVariants: 0 });
    expect(await choices()).toEqual(['A S', 'B M', 'Y L']);
  });

  it("does not match the handle of a switched-off product to another product's sku", async () => {
    const both = (status: string) =>
      bring(
        `Handle,Title,Vendor,Variant Price,Variant SKU,Status\nmug,Mug,Tide,1,A,${status}\nother,Other,Tide,1,mug,active\n`,
      );
    await both('active');
    const [first, other] = await sold();
    expect((await both('draft')).output).toEqual([expect.stringMatching(':2:6 warning: status: .* not sold')]);
    expect(await sold()).toEqual([{ ...first, visibility: 'off' }, other]);
  });

  it('rejects a product that appears twice in a file, even if one copy is switched off', async () => {
    const status = (firstStatus: string, other: string) =>
      bring(
        `Handle,Title,Vendor,Option1 Name,Option1 Value,Variant Price,Variant SKU,Status\nmug,Mug,Tide,Size,S,1,A,${firstStatus}\ncup,Cup,Tide,,,1,B,active\nmug,Mug,Tide,Size,S,1,A,${other}\n`,
      );
    const errors = async (firstStatus: string, other: string) =>
      (await status(firstStatus, other)).output.filter((sentence) => !sentence.includes('warning'));
    expect(await errors('active', 'draft')).toEqual([expect.stringMatching(':4:1 handle: "mug" is already at .*:2;')]);
    expect(await errors('draft', 'active')).toEqual([expect.stringMatching(':4:1 handle: "mug" is already at .*:2;')]);
    expect(await errors('draft', 'draft')).toEqual([expect.stringMatching(':4:1 handle: "mug" is already at .*:2;')]);
  });
});
