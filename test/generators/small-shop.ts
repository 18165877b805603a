import fc from 'fast-check';
import { type Choice, NO_CHOICE } from '#server/domain/catalogue/formats/drafts.ts';
import { OWN_AMOUNT_TITLE, toChoice } from '#server/domain/catalogue/formats/options.ts';
import { sanitiseHtml } from '#server/domain/catalogue/products/sanitise.ts';
import type { Database } from '#server/platform/database/database.ts';
import { VISIBILITIES, type Visibility } from '#server/platform/database/schema/schema.ts';
import { importNow } from '#test/support/catalogue-files.ts';
import { emptyTables } from '#test/support/database-acts.ts';
import { type Stored, storedRows } from '#test/support/stored.ts';

const signs = [
  'a',
  'B',
  'é',
  '7',
  ' ',
  '=',
  '+',
  '-',
  '@',
  "'",
  '"',
  ',',
  ';',
  '|',
  '/',
  ' / ',
  '\\',
  '\\,',
  '\\n',
  '<',
  '>',
  '&',
  '&amp;',
  '&#8217;',
  'sku',
  '字',
];
const text = fc
  .array(fc.constantFrom(...signs), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join('').replaceAll(/\s+/g, ' ').trim())
  .filter((line) => line !== '');
const html = fc
  .array(fc.oneof(text, fc.constantFrom('\n', '\r\n', '<p>', '</p>', '<script>', '<br>')), { maxLength: 6 })
  .map((parts) => sanitiseHtml(parts.join('')));

type ShopVariant = { choice: Choice; cents: number; maxCents: number | null; qty: number };
type ShopProduct = {
  kind: 'simple' | 'configurable' | 'giftcard';
  name: string;
  short: string;
  description: string;
  seller: number;
  handled: boolean;
  gstFree: boolean;
  visibility: Visibility;
  categories: number[];
  pictures: number[];
  variants: ShopVariant[];
};
export type Shop = { sellers: string[]; categories: string[]; words: string[]; products: ShopProduct[] };

const stock = { qty: fc.nat(99), cents: fc.integer({ min: 1, max: 2_000_000 }) };

const choices = fc
  .uniqueArray(fc.oneof(fc.constantFrom('Color', 'Size'), text), {
    minLength: 1,
    maxLength: 3,
    selector: (name) => name.toLowerCase().replaceAll(/[\s_-]+/g, ' '),
  })
  .chain((names) =>
    fc
      .uniqueArray(fc.tuple(...names.map(() => text)), {
        minLength: 1,
        maxLength: 3,
        selector: (values) => values.join(' / '),
      })
      .map((lists) =>
        lists.map((values) =>
          toChoice(
            names.map((name, index) => ({ name, value: values[index] ?? '' })),
            { giftcard: false },
          ),
        ),
      ),
  )
  .filter((list): list is Choice[] => list.every((choice) => typeof choice !== 'string'))
  .filter((list) => new Set(list.map((choice) => JSON.stringify(choice))).size === list.length);

const configurable = choices.chain((list) =>
  fc.tuple(...list.map((choice) => fc.record({ choice: fc.constant(choice), maxCents: fc.constant(null), ...stock }))),
);
const card = fc
  .tuple(fc.uniqueArray(fc.constantFrom(500, 2_550, 10_000), { minLength: 1 }), fc.boolean())
  .map(([amounts, open]) => [
    ...amounts.map((cents) => ({
      choice: { ...NO_CHOICE, price: `$${cents / 100 === 25.5 ? '25.50' : cents / 100}` },
      cents,
      maxCents: null,
      qty: 9,
    })),
    ...(open ? [{ choice: { ...NO_CHOICE, price: OWN_AMOUNT_TITLE }, cents: 1_000, maxCents: 50_000, qty: 5 }] : []),
  ]);
const simple = fc
  .record({ choice: fc.constant(NO_CHOICE), maxCents: fc.constant(null), ...stock })
  .map((variant) => [variant]);

const sold = fc.oneof(
  simple.map((variants) => ({ kind: 'simple' as const, variants })),
  configurable.map((variants) => ({ kind: 'configurable' as const, variants: variants as ShopVariant[] })),
  card.map((variants) => ({ kind: 'giftcard' as const, variants })),
);
const product: fc.Arbitrary<ShopProduct> = fc
  .tuple(
    sold,
    fc.record({
      name: text,
      short: fc.oneof(fc.constant(''), text),
      description: html,
      seller: fc.nat(1),
      handled: fc.boolean(),
      gstFree: fc.boolean(),
      visibility: fc.constantFrom(...VISIBILITIES),
      categories: fc.uniqueArray(fc.nat(4), { maxLength: 3 }),
      pictures: fc.uniqueArray(fc.nat(2), { maxLength: 3 }),
    }),
  )
  .map(([offer, rest]) => ({ ...offer, ...rest }));

export const smallShop: fc.Arbitrary<Shop> = fc.record({
  sellers: fc.uniqueArray(text, { minLength: 2, maxLength: 2 }),
  categories: fc.uniqueArray(text, { minLength: 5, maxLength: 5 }),
  words: fc.array(text, { minLength: 5, maxLength: 5 }),
  products: fc.array(product, { minLength: 1, maxLength: 5 }),
});

const PICTURES = [0, 1, 2].map((index) => `p-${index}`);
const TREE = [
  { level: 1, above: null },
  { level: 2, above: 1 },
  { level: 3, above: 2 },
  { level: 1, above: null },
  { level: 2, above: 1 },
];

export const emptyShop = (database: Database): Promise<void> =>
  emptyTables(database, [
    'products',
    'sellers',
    'categories',
    'optionValues',
    'pictures',
    'searchVocabulary',
    'productWords',
  ]);

export async function fillShop(database: Database, shop: Shop): Promise<void> {
  const stored = storedRows(database);
  const picture = { mime: 'image/webp', source: Buffer.alloc(1), width: 1, height: 1, ground: '#ffffff', version: '1' };
  for (const id of PICTURES) await stored.add('pictures', { id, ...picture });
  for (const [index, name] of shop.sellers.entries())
    await stored.add('sellers', {
      name,
      shopUrl: `seller-${index}`,
      description: '',
      popupDescription: '',
      logo: 'p-0',
      image: 'p-0',
      suppliedByImage: 'p-0',
      flatShippingCents: 0,
    });
  for (const [index, name] of shop.categories.entries())
    await stored.add('categories', {
      entityId: index + 1,
      parentId: TREE[index]?.above ?? null,
      level: TREE[index]?.level ?? 1,
      name,
      position: index,
    });
  for (const [index, shopProduct] of shop.products.entries())
    await fillProduct(stored, { shopProduct, sku: `${shop.words[index]}-${index}` });
}

async function fillProduct(
  stored: Stored,
  { shopProduct, sku }: { shopProduct: ShopProduct; sku: string },
): Promise<void> {
  const { id: productId } = await stored.add('products', {
    sku,
    handle: shopProduct.kind === 'simple' && shopProduct.handled ? `h${sku}` : null,
    name: shopProduct.name,
    shortDesc: shopProduct.short,
    description: shopProduct.description,
    typeId: shopProduct.kind === 'simple' ? 'simple' : 'configurable',
    isGiftcard: shopProduct.kind === 'giftcard',
    gstFree: shopProduct.kind !== 'giftcard' && shopProduct.gstFree,
    sellerId: shopProduct.seller + 1,
    createdAt: importNow,
    visibility: shopProduct.visibility,
  });
  for (const [index, { choice, cents, maxCents, qty }] of shopProduct.variants.entries()) {
    await stored.add('variants', {
      productId,
      sku: shopProduct.kind === 'simple' ? sku : `${sku}-v${index}`,
      priceCents: cents,
      maxPriceCents: maxCents,
      qty,
      color: await ensureOptionValue(stored, {
        attributeId: 93,
        attributeCode: 'color',
        title: choice.color,
        label: null,
      }),
      size: await ensureOptionValue(stored, {
        attributeId: 141,
        attributeCode: 'size',
        title: choice.size,
        label: choice.size_label,
      }),
      giftCardPrice: await ensureOptionValue(stored, {
        attributeId: 216,
        attributeCode: 'gift_card_price',
        title: choice.price,
        label: null,
      }),
    });
  }
  for (const categoryIndex of shopProduct.categories)
    await stored.add('productCategories', { productId, categoryId: categoryIndex + 1 });
  for (const [position, pictureIndex] of shopProduct.pictures.entries())
    await stored.add('productPictures', { productId, position, pictureId: PICTURES[pictureIndex] ?? '' });
}

type Value = {
  attributeId: number;
  attributeCode: 'color' | 'size' | 'gift_card_price';
  title: string | null;
  label: string | null;
};

async function ensureOptionValue(stored: Stored, { title, ...value }: Value): Promise<number | null> {
  if (title === null) return null;
  const storedValues = await stored.all('optionValues');
  const found = storedValues.find(
    (row) => row.attributeCode === value.attributeCode && row.title === title && row.label === value.label,
  );
  if (found) return found.valueIndex;
  const valueIndex = 5_000 + storedValues.length;
  await stored.add('optionValues', { ...value, title, valueIndex, position: storedValues.length });
  return valueIndex;
}
