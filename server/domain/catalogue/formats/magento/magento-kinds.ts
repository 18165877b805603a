import type { Cells } from '../columns.ts';
import {
  type Drafts,
  draftSwitchedOffVariant,
  draftUnsoldProduct,
  emptyDrafts,
  type NotSold,
  type ProductDraft,
  type Unsold,
} from '../drafts.ts';

export const TYPES = ['simple', 'configurable', 'virtual', 'giftcard'] as const;

export type Noted = Record<'storeViews' | 'tierPrices', { count: number; first: Cells | null }>;

/** Returns true for rows of a single store view. These are skipped, because they contain only overrides. */
export function isNoted({ storeViews, tierPrices }: Noted, cells: Cells): boolean {
  const note = (entry: Noted[keyof Noted]) => {
    entry.count += 1;
    entry.first ??= cells;
  };
  if (cells.text('tier_prices') !== '') note(tierPrices);
  if (cells.text('store_view_code') === '') return false;
  note(storeViews);
  return true;
}

export function warnNoted({ storeViews, tierPrices }: Noted): void {
  storeViews.first?.warn(
    'store_view_code',
    `${storeViews.count === 1 ? 'one row of the file applies' : `${storeViews.count} rows of the file apply`} to a single store view; such rows are skipped, and rows without a store view are loaded.`,
  );
  tierPrices.first?.warn(
    'tier_prices',
    `${tierPrices.count === 1 ? 'one row of the file has' : `${tierPrices.count} rows of the file have`} prices for larger quantities, which are skipped, because the shop keeps one price per variant.`,
  );
}

export function skipUnsoldMagentoRow(cells: Cells, place: Drafts['left_out'][number]): Drafts {
  const kind = cells.text('product_type');
  const sold = 'the shop sells simple and configurable products and gift cards';
  if (kind === '') cells.wrong('product_type', `is empty; ${sold}. Fill in the type.`);
  else cells.warn('product_type', `"${kind}" is not sold here, so it is skipped; ${sold}.`);
  return { ...emptyDrafts(), left_out: place.sku === '' ? [] : [place] };
}

const OFF = new Set(['0', '2', 'no', 'disabled']);
const ON = new Set(['', '1', 'yes', 'enabled']);
const NOWHERE = new Set(['not visible individually', '1']);

export function isOff(cells: Cells): boolean {
  const online = cells.text('product_online');
  if (!OFF.has(online.toLowerCase())) {
    if (!ON.has(online.toLowerCase()))
      cells.warn('product_online', `"${online}" is not a known value (1 for on, 2 for off); the product is sold.`);
    return false;
  }
  cells.warn('product_online', 'the product is switched off; it is not sold.');
  return true;
}

export function draftSwitchedOffMagento(unsold: Omit<Unsold, 'not_sold'>, type: (typeof TYPES)[number]): Drafts {
  const product = draftUnsoldProduct({ ...unsold, not_sold: 'off' });
  if (type === 'configurable' || type === 'giftcard') return { ...emptyDrafts(), products: [product] };
  return { ...emptyDrafts(), products: [product], variants: [draftSwitchedOffVariant(unsold)] };
}

export function findNotSoldReason(cells: Cells, isVirtual: boolean): NotSold | null {
  if (isVirtual) return 'virtual';
  return NOWHERE.has(cells.text('visibility').toLowerCase()) ? 'hidden' : null;
}

const SHOWN: Record<string, ProductDraft['visibility']> = {
  catalog: 'lists',
  2: 'lists',
  search: 'search',
  3: 'search',
  'catalog, search': 'everywhere',
  4: 'everywhere',
};
/** Our attribute for products that are visible only by link, which Magento does not support. */
export const SHOWN_BY = 'shown_by';
export const FORMER_HANDLE = 'former_handle';
/** Our attribute for the seller's own sku, set only if it differs from the public sku. */
export const OWN_SKU = 'own_sku';

export function readMagentoVisibility(
  cells: Cells,
  attributes: ReadonlyMap<string, string>,
): ProductDraft['visibility'] {
  if (attributes.get(SHOWN_BY) === 'link') return 'link';
  const text = cells.text('visibility');
  if (text === '') return cells.text('product_online') === '' ? null : 'everywhere';
  if (NOWHERE.has(text.toLowerCase())) return null;
  const visibility = SHOWN[text.toLowerCase()];
  if (visibility === undefined)
    cells.warn(
      'visibility',
      `"${text}" is not a known value (Catalog, Search, or both); the product is shown everywhere.`,
    );
  return visibility ?? 'everywhere';
}
