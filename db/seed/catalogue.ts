import { artIds } from './art/draw.ts';
import { categories } from './categories.ts';
import { giftCards } from './gift-cards.ts';
import { options } from './options.ts';
import { skin, toys } from './products-care.ts';
import { ceramics, linen } from './products-home.ts';
import { outdoors } from './products-outside.ts';
import { plants } from './products-plants.ts';
import { books, coffee } from './products-shelf.ts';
import { sellers } from './sellers.ts';
import { templates } from './templates.ts';
import type { DemoCatalogue, ProductDraft, SeedCategory, SeedProduct } from './types.ts';

const NEWEST = Date.UTC(2026, 5, 30, 22, 15);
const APART = 17 * 60 * 60 * 1000;

/** Interleaves the sellers' lists, so that a page of the newest products shows every seller. */
const interleave = (lists: ProductDraft[][]): ProductDraft[] =>
  Array.from({ length: Math.max(...lists.map((list) => list.length)) }, (_, round) =>
    lists.flatMap((list) => list[round] ?? []),
  ).flat();

/** Dates products 17 hours apart. Lists show the newest first: gift cards, then products. */
const assignDates = (drafts: ProductDraft[]): SeedProduct[] =>
  drafts.map((draft, index) => ({
    ...draft,
    is_giftcard: draft.card !== undefined,
    created_at: new Date(NEWEST - index * APART).toISOString(),
  }));

export const demoCatalogue: DemoCatalogue = {
  sellers,
  categories,
  products: assignDates([...giftCards, ...interleave([ceramics, books, toys, plants, coffee, linen, skin, outdoors])]),
  templates,
  options,
};

export const flattenCategories = (tree: SeedCategory[], level = 1): { id: number; level: number }[] =>
  tree.flatMap(({ entity_id, children }) => [{ id: entity_id, level }, ...flattenCategories(children, level + 1)]);

function duplicateErrors(kind: string, values: (string | number)[]): string[] {
  return values
    .filter((value, index) => values.indexOf(value) !== index)
    .map((value) => `${kind} ${value} stands twice`);
}

function variantErrors(product: SeedProduct, optionValues: Set<string>): string[] {
  const variants = product.variants ?? [];
  if (product.type === 'simple')
    return variants.length || product.qty === undefined
      ? [`${product.sku}: a simple product has a qty and no variants`]
      : [];
  const lowest = Math.min(...variants.map((variant) => variant.price_cents));
  const chosen = variants.map(({ color, size, gift_card_price }) => [color, size, gift_card_price].join('/'));
  const unknown = variants.filter(({ color, size, gift_card_price }) =>
    [
      ['color', color],
      ['size', size],
      ['gift_card_price', gift_card_price],
    ].some(([code, value]) => value !== undefined && !optionValues.has(`${code} ${value}`)),
  );
  return [
    ...(variants.length ? [] : [`${product.sku}: a configurable product has variants`]),
    ...(product.price_cents === lowest ? [] : [`${product.sku}: its price is not its lowest variant price`]),
    ...unknown.map((variant) => `${variant.sku}: an option value is not in options.ts`),
    ...duplicateErrors(`${product.sku}: choice`, chosen),
  ];
}

function productErrors(product: SeedProduct, catalogue: DemoCatalogue, art: Set<string>): string[] {
  const places = new Set(flattenCategories(catalogue.categories).map(({ id }) => id));
  const optionValues = new Set(
    catalogue.options.flatMap(({ code, values }) => values.map(({ value_index }) => `${code} ${value_index}`)),
  );
  const pictures = [
    ...product.images,
    ...(product.tab1?.rows.map(({ image }) => image) ?? []),
    ...(product.tab2 ? [product.tab2.image] : []),
  ];
  const keys = new Set(catalogue.templates.map(({ key }) => key));
  const offered = product.templates ?? [];
  return [
    ...pictures.filter((id) => !art.has(id)).map((id) => `${product.sku}: no art '${id}'`),
    ...product.categories.filter((id) => !places.has(id)).map((id) => `${product.sku}: no category ${id}`),
    ...(catalogue.sellers.some(({ key }) => key === product.seller)
      ? []
      : [`${product.sku}: no seller '${product.seller}'`]),
    ...offered.filter((key) => !keys.has(key)).map((key) => `${product.sku}: no template '${key}'`),
    ...duplicateErrors(`${product.sku}: template`, offered),
    ...(product.is_giftcard && offered.length < 3
      ? [`${product.sku}: a gift card offers at least three templates`]
      : []),
    ...(product.is_giftcard && (product.card?.validity_months ?? 0) < 36
      ? [`${product.sku}: a gift card is good for three years or more`]
      : []),
    ...variantErrors(product, optionValues),
  ];
}

export function catalogueErrors(catalogue: DemoCatalogue): string[] {
  const art = new Set(artIds());
  const named = [
    ...catalogue.sellers.flatMap(({ logo, image, supplied_by_image }) => [logo, image, supplied_by_image]),
    ...catalogue.templates.map((template) => template.art),
  ];
  return [
    ...named.filter((id) => !art.has(id)).map((id) => `no art '${id}'`),
    ...duplicateErrors(
      'seller',
      catalogue.sellers.map(({ key }) => key),
    ),
    ...duplicateErrors(
      'shop url',
      catalogue.sellers.map(({ shop_url }) => shop_url),
    ),
    ...duplicateErrors(
      'category',
      flattenCategories(catalogue.categories).map(({ id }) => id),
    ),
    ...duplicateErrors(
      'sku',
      catalogue.products.flatMap(({ sku, variants }) => [sku, ...(variants ?? []).map((variant) => variant.sku)]),
    ),
    ...duplicateErrors(
      'created_at',
      catalogue.products.map(({ created_at }) => created_at),
    ),
    ...duplicateErrors(
      'option value',
      catalogue.options.flatMap(({ values }) => values.map(({ value_index }) => value_index)),
    ),
    ...catalogue.products.flatMap((product) => productErrors(product, catalogue, art)),
  ];
}
