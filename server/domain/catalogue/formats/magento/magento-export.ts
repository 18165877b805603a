import { slugify } from '#server/platform/kernel/text.ts';
import type { SoldProduct, SoldVariant } from '../../import/export-store.ts';
import { formatCents } from '../amounts.ts';
import { formatAttributes, formatPaths } from '../attribute-lists.ts';
import { MAGENTO_CLASS } from '../gst.ts';
import { type FileOption, OPTION_NAMES, toProductOptions } from '../options.ts';
import { asHtml, escapeEntities } from '../words.ts';
import { FORMER_HANDLE, OWN_SKU, SHOWN_BY } from './magento-kinds.ts';

export const MAGENTO_COLUMNS = [
  'sku',
  'store_view_code',
  'attribute_set_code',
  'product_type',
  'categories',
  'product_websites',
  'name',
  'description',
  'short_description',
  'product_online',
  'tax_class_name',
  'visibility',
  'price',
  'url_key',
  'base_image',
  'additional_images',
  'additional_attributes',
  'qty',
  'manage_stock',
  'is_in_stock',
  'configurable_variations',
  'configurable_variation_labels',
] as const;
type Row = Partial<Record<(typeof MAGENTO_COLUMNS)[number], string>>;

/** Writes simple rows before the configurable row, as Magento requires. */
export function toMagentoRows(
  product: SoldProduct,
  picture: (image: { id: string; version: string }) => string,
): Row[] {
  const [only] = product.variants;
  const head = buildProductCells(product, picture);
  if (only && product.variants.length === 1 && only.sku === product.sku) {
    const card = only.price === null ? [] : cardAttributes(only);
    const type = only.price === null ? 'simple' : 'virtual';
    const ownAttributes = [...ownSkuAttributes(only), ...card];
    return [
      {
        ...head,
        ...buildStockCells(only),
        product_type: type,
        additional_attributes: formatProductAttributes(product, ownAttributes),
      },
    ];
  }
  const options = toProductOptions(product.variants);
  const codes = assignAttributeCodes(options[0] ?? []);
  const coded = (index: number) =>
    (options[index] ?? []).map(({ name, value }) => ({ name: codes.get(name) ?? name, value }));
  const variants = product.variants.map((variant, index): Row => {
    const ownAttributes = variant.price === null ? coded(index) : cardAttributes(variant);
    return {
      ...buildCommonCells(variant.sku, product),
      ...buildStockCells(variant),
      product_type: product.is_giftcard ? 'virtual' : 'simple',
      name: [product.name, ...(options[index] ?? []).map(({ value }) => value)].join(' ').slice(0, 255),
      visibility: 'Not Visible Individually',
      additional_attributes: formatProductAttributes(product, [...ownSkuAttributes(variant), ...ownAttributes]),
    };
  });
  const variations = product.variants.map(({ sku }, index) =>
    formatAttributes([{ name: 'sku', value: sku }, ...coded(index)]),
  );
  const labels = product.is_giftcard ? [] : [...codes].map(([value, name]) => ({ name, value }));
  const configurable: Row = {
    ...head,
    product_type: 'configurable',
    additional_attributes: formatProductAttributes(product, ownSkuAttributes(product)),
    is_in_stock: '1',
    configurable_variations: variations.join('|'),
    configurable_variation_labels: formatAttributes(labels),
  };
  return [...variants, configurable];
}

const STANDARD: Record<string, string> = {
  [OPTION_NAMES.color]: 'color',
  [OPTION_NAMES.size]: 'size',
  [OPTION_NAMES.price]: 'gift_card_price',
};

function assignAttributeCodes(options: readonly FileOption[]): Map<string, string> {
  const codes = new Map<string, string>();
  for (const { name } of options) {
    const plain = slugify(name).replaceAll('-', '_');
    const wantedCode = STANDARD[name] ?? (/^[a-z]/.test(plain) ? plain : `option_${plain}`);
    const takenCodes = new Set([...codes.values(), ...(name in STANDARD ? [] : [...Object.values(STANDARD), 'sku'])]);
    let code = wantedCode;
    for (let turn = 2; takenCodes.has(code); turn += 1) code = `${wantedCode}_${turn}`;
    codes.set(name, code);
  }
  return codes;
}

function buildCommonCells(sku: string, { gst_free, is_giftcard }: SoldProduct): Row {
  return {
    sku,
    attribute_set_code: 'Default',
    product_websites: 'base',
    product_online: '1',
    tax_class_name: gst_free || is_giftcard ? MAGENTO_CLASS.gstFree : MAGENTO_CLASS.taxable,
    url_key: slugify(sku),
  };
}

function buildProductCells(product: SoldProduct, picture: (image: { id: string; version: string }) => string): Row {
  const [first = '', ...otherPictures] = product.pictures.map(picture);
  return {
    ...buildCommonCells(product.sku, product),
    name: product.name,
    description: product.description,
    short_description: asHtml(product.short_desc),
    categories: formatPaths(product.categories.map((path) => ['Default Category', ...path])),
    visibility: product.visibility === 'link' ? SHOWN_IN.everywhere : SHOWN_IN[product.visibility],
    base_image: first,
    additional_images: otherPictures.join(','),
  };
}

const SHOWN_IN = { everywhere: 'Catalog, Search', lists: 'Catalog', search: 'Search' } as const;

function buildStockCells({ price_cents, qty }: SoldVariant): Row {
  const stock = { qty: String(qty), manage_stock: '1', is_in_stock: qty > 0 ? '1' : '0' };
  return { price: formatCents(price_cents), ...stock };
}

function cardAttributes({ price, max_price_cents }: SoldVariant): FileOption[] {
  const maxPrice = max_price_cents === null ? [] : [{ name: 'max_price', value: formatCents(max_price_cents) }];
  return [{ name: 'gift_card_price', value: price ?? '' }, ...maxPrice];
}

function ownSkuAttributes({ own_sku }: { own_sku: string | null }): FileOption[] {
  return own_sku === null ? [] : [{ name: OWN_SKU, value: escapeEntities(own_sku) }];
}

function formatProductAttributes(
  { seller, visibility, handle }: SoldProduct,
  ownAttributes: readonly FileOption[],
): string {
  const visibilityAttributes = visibility === 'link' ? [{ name: SHOWN_BY, value: visibility }] : [];
  const former = handle === null ? [] : [{ name: FORMER_HANDLE, value: escapeEntities(handle) }];
  return formatAttributes([{ name: 'vendor', value: seller }, ...visibilityAttributes, ...former, ...ownAttributes]);
}
