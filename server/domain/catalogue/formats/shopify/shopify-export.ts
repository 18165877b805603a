import type { SoldProduct, SoldVariant } from '../../import/export-store.ts';
import { formatCents } from '../amounts.ts';
import { formatPaths } from '../attribute-lists.ts';
import { type FileOption, toProductOptions } from '../options.ts';
import { escapeEntities } from '../words.ts';
import { VISIBILITY_COLUMN } from './publication.ts';
import { CATEGORIES_COLUMN, MAX_PRICE_COLUMN, OWN_HANDLE_COLUMN, OWN_SKU_COLUMN } from './shopify-rows.ts';

export const SHOPIFY_COLUMNS = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Type',
  'Published',
  'Option1 Name',
  'Option1 Value',
  'Option2 Name',
  'Option2 Value',
  'Option3 Name',
  'Option3 Value',
  'Variant SKU',
  'Variant Inventory Tracker',
  'Variant Inventory Qty',
  'Variant Inventory Policy',
  'Variant Fulfillment Service',
  'Variant Price',
  'Variant Requires Shipping',
  'Variant Taxable',
  'Image Src',
  'Image Position',
  'Variant Image',
  'Gift Card',
  'SEO Description',
  'Status',
  CATEGORIES_COLUMN,
  MAX_PRICE_COLUMN,
  VISIBILITY_COLUMN,
  OWN_HANDLE_COLUMN,
  OWN_SKU_COLUMN,
] as const;
type Row = Partial<Record<(typeof SHOPIFY_COLUMNS)[number], string>>;

/** Shopify's maximum number of options per product. */
const MAX_OPTIONS = 3;

export function toShopifyRows(
  product: SoldProduct,
  picture: (image: { id: string; version: string }) => string,
): Row[] {
  const { variants, pictures } = product;
  const options =
    product.type_id === 'simple'
      ? [[{ name: 'Title', value: 'Default Title' }]]
      : toProductOptions(variants, { maxOptions: MAX_OPTIONS });
  const ownHandle = product.handle ?? product.own_sku ?? product.sku;
  // Uses the sku if the handle is taken, because handles must be unique within a file.
  const handle = product.handle === null || product.is_handle_taken ? product.sku : product.handle;
  return Array.from({ length: Math.max(variants.length, pictures.length) }, (_, index) => {
    const [variant, shownPicture] = [variants[index], pictures[index]];
    const variantPicture = pictures.find(({ id }) => id === variant?.picture_id);
    return {
      Handle: handle,
      ...(index === 0
        ? { ...buildProductCells(product), [OWN_HANDLE_COLUMN]: ownHandle === handle ? '' : ownHandle }
        : {}),
      ...(variant ? buildVariantCells(variant, product) : {}),
      ...optionCells(options[index] ?? [], { named: index === 0 }),
      ...(shownPicture ? { 'Image Src': picture(shownPicture), 'Image Position': String(index + 1) } : {}),
      ...(variantPicture ? { 'Variant Image': picture(variantPicture) } : {}),
    };
  });
}

function buildProductCells(product: SoldProduct): Row {
  return {
    Title: product.name,
    'Body (HTML)': product.description,
    Vendor: product.seller,
    Type: (product.categories[0] ?? []).join(' > '),
    Published: 'TRUE',
    'Gift Card': product.is_giftcard ? 'TRUE' : 'FALSE',
    'SEO Description': escapeEntities(product.short_desc),
    Status: product.visibility === 'link' ? 'unlisted' : 'active',
    [VISIBILITY_COLUMN]: product.visibility,
    [CATEGORIES_COLUMN]: formatPaths(product.categories),
  };
}

function buildVariantCells(
  { sku, own_sku, price_cents, max_price_cents, qty }: SoldVariant,
  { is_giftcard, gst_free }: SoldProduct,
): Row {
  return {
    'Variant SKU': sku,
    [OWN_SKU_COLUMN]: own_sku ?? '',
    'Variant Inventory Tracker': 'shopify',
    'Variant Inventory Qty': String(qty),
    'Variant Inventory Policy': 'deny',
    'Variant Fulfillment Service': 'manual',
    'Variant Price': formatCents(price_cents),
    'Variant Requires Shipping': is_giftcard ? 'FALSE' : 'TRUE',
    'Variant Taxable': is_giftcard || gst_free ? 'FALSE' : 'TRUE',
    [MAX_PRICE_COLUMN]: max_price_cents === null ? '' : formatCents(max_price_cents),
  };
}

function optionCells(options: readonly FileOption[], { named }: { named: boolean }): Row {
  const cells = options.flatMap(({ name, value }, index) => [
    ...(named ? [[`Option${index + 1} Name`, name]] : []),
    [`Option${index + 1} Value`, value],
  ]);
  return Object.fromEntries(cells);
}
