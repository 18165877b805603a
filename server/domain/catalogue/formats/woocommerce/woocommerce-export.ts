import type { SoldProduct, SoldVariant } from '../../import/export-store.ts';
import { formatCents } from '../amounts.ts';
import { formatPaths } from '../attribute-lists.ts';
import { WOO_STATUS } from '../gst.ts';
import { type FileOption, toProductOptions } from '../options.ts';
import { asHtml, escapeTags } from '../words.ts';
import { WOO_OWN } from './woocommerce-rows.ts';
import { escapeCommas, toWordPress } from './wordpress-texts.ts';

const ATTRIBUTES = [1, 2, 3, 4, 5, 6] as const;
const attributeColumns = (number: number) => [
  `Attribute ${number} name`,
  `Attribute ${number} value(s)`,
  `Attribute ${number} visible`,
  `Attribute ${number} global`,
];

export const WOOCOMMERCE_COLUMNS: readonly string[] = [
  'Type',
  'SKU',
  'Name',
  'Published',
  'Visibility in catalog',
  'Short description',
  'Description',
  'Tax status',
  'In stock?',
  'Stock',
  'Regular price',
  'Categories',
  'Images',
  'Parent',
  'Vendor',
  ...ATTRIBUTES.flatMap(attributeColumns),
  ...Object.values(WOO_OWN),
];
type Row = Partial<Record<string, string>>;

const SHOWN = { everywhere: 'visible', lists: 'catalog', search: 'search', link: 'hidden' } as const;

export function toWooCommerceRows(
  product: SoldProduct,
  picture: (image: { id: string; version: string }) => string,
): Row[] {
  const head = buildProductCells(product, picture);
  const [only] = product.variants;
  if (only && product.variants.length === 1 && only.sku === product.sku) {
    return [{ ...head, ...buildVariantCells(only, product), Type: product.is_giftcard ? 'gift-card' : 'simple' }];
  }
  const options = toProductOptions(product.variants, { maxOptions: ATTRIBUTES.length });
  const names = [...new Set(options.flat().map(({ name }) => name))];
  const offered = names.map((name) => ({
    name,
    value: [
      ...new Set(
        options
          .flat()
          .filter((option) => option.name === name)
          .map(({ value }) => escapeCommas(value)),
      ),
    ].join(', '),
  }));
  const variations = product.variants.map(
    (variant, index): Row => ({
      ...buildVariantCells(variant, product),
      ...attributeCells((options[index] ?? []).map(({ name, value }) => ({ name, value: escapeCommas(value) }))),
      Type: product.is_giftcard ? 'variation, virtual' : 'variation',
      Name: [product.name, ...(options[index] ?? []).map(({ value }) => value)].join(' - ').slice(0, 255),
      Published: '1',
      'Visibility in catalog': 'visible',
      Parent: product.sku,
    }),
  );
  return [{ ...head, ...attributeCells(offered), Type: product.is_giftcard ? 'gift-card' : 'variable' }, ...variations];
}

function buildProductCells(product: SoldProduct, picture: (image: { id: string; version: string }) => string): Row {
  return {
    SKU: product.sku,
    Name: escapeTags(product.name),
    Published: '1',
    'Visibility in catalog': SHOWN[product.visibility],
    'Short description': toWordPress(asHtml(product.short_desc)),
    Description: toWordPress(product.description),
    'Tax status': taxStatus(product),
    Categories: product.categories
      .map((path) => path.map((name) => escapeCommas(escapeTags(name))).join(' > '))
      .join(', '),
    Images: product.pictures.map(picture).join(', '),
    Vendor: escapeTags(product.seller),
    [WOO_OWN.categories]: formatPaths(product.categories),
    [WOO_OWN.handle]: product.handle ?? '',
    [WOO_OWN.ownSku]: product.own_sku ?? '',
  };
}

const taxStatus = ({ gst_free, is_giftcard }: SoldProduct): string =>
  gst_free || is_giftcard ? WOO_STATUS.gstFree : WOO_STATUS.taxable;

function buildVariantCells(
  { sku, own_sku, price_cents, max_price_cents, qty }: SoldVariant,
  product: SoldProduct,
): Row {
  return {
    SKU: sku,
    'Tax status': taxStatus(product),
    [WOO_OWN.ownSku]: own_sku ?? '',
    'In stock?': qty > 0 ? '1' : '0',
    Stock: String(qty),
    'Regular price': formatCents(price_cents),
    [WOO_OWN.highestPrice]: max_price_cents === null ? '' : formatCents(max_price_cents),
  };
}

function attributeCells(options: readonly FileOption[]): Row {
  const cells = options.flatMap(({ name, value }, index) => {
    const [nameColumn = '', valueColumn = '', visible = '', global = ''] = attributeColumns(index + 1);
    return [
      [nameColumn, escapeTags(name)],
      [valueColumn, escapeTags(value)],
      [visible, '1'],
      [global, '0'],
    ];
  });
  return Object.fromEntries(cells);
}
