import { sql } from 'drizzle-orm';
import type { Database } from '#server/platform/database/database.ts';
import * as schema from '#server/platform/database/schema/schema.ts';

export const testShop = {
  sellers: { teapots: 1, prints: 2 },
  categories: { home: 10, kitchen: 11, teapots: 12, cards: 20 },
  products: { teapot: 1, mug: 2, soldOut: 3, shirt: 4, card: 5, apron: 6 },
  options: { red: 5001, blue: 5002, small: 5101, large: 5102, price25: 5201, price50: 5202 },
} as const;

const { sellers, categories, products, options } = testShop;

export async function loadTestShop(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx
      .insert(schema.pictures)
      .values(['teapot', 'mug', 'logo', 'front', 'plaque', 'birthday', 'sign'].map(testPicture));
    await tx
      .insert(schema.sellers)
      .overridingSystemValue()
      .values([
        {
          id: sellers.teapots,
          name: 'Teapots & Co',
          shopUrl: 'teapots',
          ...sellerText,
          flatShippingCents: 995,
          freeShippingOverCents: 10_000,
        },
        {
          id: sellers.prints,
          name: 'Prints',
          shopUrl: 'prints',
          ...sellerText,
          flatShippingCents: 500,
          freeShippingOverCents: null,
        },
      ]);
    await tx.insert(schema.categories).values([
      { entityId: categories.cards, parentId: null, name: 'Gift cards', position: 1, level: 1 },
      { entityId: categories.home, parentId: null, name: 'Home', position: 2, level: 1 },
      { entityId: categories.kitchen, parentId: categories.home, name: 'Kitchen', position: 1, level: 2 },
      { entityId: categories.teapots, parentId: categories.kitchen, name: 'Teapots', position: 1, level: 3 },
    ]);
    await tx.insert(schema.optionValues).values(optionRows);
    await tx.insert(schema.products).overridingSystemValue().values(productRows);
    await tx.insert(schema.productPictures).values([
      { productId: products.teapot, position: 0, pictureId: 'teapot' },
      { productId: products.teapot, position: 1, pictureId: 'mug' },
      { productId: products.mug, position: 0, pictureId: 'mug' },
    ]);
    await tx.insert(schema.productCategories).values([
      { productId: products.teapot, categoryId: categories.teapots },
      { productId: products.teapot, categoryId: categories.kitchen },
      { productId: products.mug, categoryId: categories.kitchen },
      { productId: products.card, categoryId: categories.cards },
    ]);
    await tx.insert(schema.variants).values(variantRows);
    await tx
      .insert(schema.templates)
      .values({ mmsTemplateId: 'birthday', name: 'Birthday', pictureId: 'birthday', layout, occasion: 'birthday' });
    for (const table of ['sellers', 'products'])
      await tx.execute(sql`select setval(pg_get_serial_sequence(${table}, 'id'), 100)`);
    await tx.insert(schema.productTemplates).values({ productId: products.card, templateId: 1, position: 0 });
  });
}

export async function openPriceOfCard(database: Database): Promise<{ sku: string; optionValue: number }> {
  const [sku, optionValue] = ['CARD-OWN', 5299];
  const title = 'Your own amount';
  await database.orm.insert(schema.optionValues).values({
    attributeId: 216,
    attributeCode: 'gift_card_price' as const,
    valueIndex: optionValue,
    title,
    position: 9,
  });
  await database.orm.insert(schema.variants).values({
    ...variant(products.card, sku, { priceCents: 1_000, qty: 3 }, { giftCardPrice: optionValue }),
    maxPriceCents: 50_000,
  });
  return { sku, optionValue };
}

function testPicture(id: string) {
  const source = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><title>${id}</title></svg>`,
  );
  return { id, mime: 'image/svg+xml', source, width: 40, height: 30, ground: '#eeeeee', version: `${id}-1` };
}

const sellerText = {
  description: '<p>Made by hand.</p>',
  popupDescription: 'Made by hand.',
  logo: 'logo',
  image: 'front',
  suppliedByImage: 'plaque',
};

const optionRows = [
  { attributeId: 93, attributeCode: 'color' as const, valueIndex: options.red, title: 'Red', position: 2 },
  { attributeId: 93, attributeCode: 'color' as const, valueIndex: options.blue, title: 'Blue', position: 1 },
  { attributeId: 141, attributeCode: 'size' as const, valueIndex: options.small, title: 'S', position: 1 },
  { attributeId: 141, attributeCode: 'size' as const, valueIndex: options.large, title: 'L', position: 2 },
  {
    attributeId: 216,
    attributeCode: 'gift_card_price' as const,
    valueIndex: options.price25,
    title: '$25',
    position: 1,
  },
  {
    attributeId: 216,
    attributeCode: 'gift_card_price' as const,
    valueIndex: options.price50,
    title: '$50',
    position: 2,
  },
];

const product = (
  id: number,
  fields: { sku: string; name: string; typeId?: 'simple' | 'configurable'; isGiftcard?: boolean; sellerId?: number },
) => ({
  id,
  shortDesc: `${fields.name} in short`,
  description: `<p>${fields.name} at length</p>`,
  typeId: 'simple' as const,
  isGiftcard: false,
  sellerId: sellers.teapots as number,
  createdAt: new Date(Date.UTC(2026, 0, id)),
  ...fields,
});

const productRows = [
  {
    ...product(products.teapot, { sku: 'TEAPOT', name: 'Teapot' }),
    tab1: { title: 'Delivery', rows: [{ image: 'sign', text: 'In two days' }] },
    tab2: 'plaque',
    tab3: [{ question: 'Dishwasher?', answer: 'Better not.' }],
  },
  product(products.mug, { sku: 'MUG', name: 'Mug' }),
  product(products.soldOut, { sku: 'JUG', name: 'Jug' }),
  product(products.shirt, { sku: 'SHIRT', name: 'Shirt', typeId: 'configurable', sellerId: sellers.prints }),
  product(products.card, { sku: 'CARD', name: 'Gift card', typeId: 'configurable', isGiftcard: true }),
  product(products.apron, { sku: 'APRON', name: 'Apron', typeId: 'configurable', sellerId: sellers.prints }),
].map((row) => ({ tab1: null, tab2: null, tab3: null, ...row }));

type Choice = { color?: number; size?: number; giftCardPrice?: number };
const variant = (
  productId: number,
  sku: string,
  amounts: { priceCents: number; qty: number },
  choice: Choice = {},
) => ({
  productId,
  sku,
  color: null,
  size: null,
  giftCardPrice: null,
  ...amounts,
  ...choice,
});

const variantRows = [
  variant(products.teapot, 'TEAPOT', { priceCents: 5_995, qty: 3 }),
  variant(products.mug, 'MUG', { priceCents: 1_250, qty: 100 }),
  variant(products.soldOut, 'JUG', { priceCents: 3_000, qty: 0 }),
  variant(products.shirt, 'SHIRT-RED-S', { priceCents: 4_500, qty: 5 }, { color: options.red, size: options.small }),
  variant(products.shirt, 'SHIRT-RED-L', { priceCents: 4_900, qty: 0 }, { color: options.red, size: options.large }),
  variant(products.shirt, 'SHIRT-BLUE-S', { priceCents: 4_400, qty: 2 }, { color: options.blue, size: options.small }),
  variant(products.card, 'CARD-25', { priceCents: 2_500, qty: 1_000 }, { giftCardPrice: options.price25 }),
  variant(products.card, 'CARD-50', { priceCents: 5_000, qty: 2 }, { giftCardPrice: options.price50 }),
  variant(products.apron, 'APRON-S', { priceCents: 3_500, qty: 4 }, { size: options.small }),
];

const area = { x: 60, y: 60, width: 600, height: 40, size: 32, align: 'center' as const, colour: '#222222' };
const layout = { to: area, message: area, from: area, amount: area, footer: area };
