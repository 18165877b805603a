import type { Cells } from '../columns.ts';
import { type Drafts, draftSwitchedOffVariant, emptyDrafts, NO_CHOICE, type ProductDraft } from '../drafts.ts';
import { isYes } from './wordpress-texts.ts';

type Link = Drafts['links'][number];
type Named = Parameters<typeof draftSwitchedOffVariant>[0];

export function skipUnsoldWooRow(cells: Cells, left_out: Drafts['left_out'], type: string): Drafts {
  const sold = 'the shop sells simple and variable products and gift cards';
  cells.warn('type', `"${type}" is not sold here, so it is skipped; ${sold}.`);
  return { ...emptyDrafts(), left_out };
}

export function isOff(cells: Cells): boolean {
  const published = cells.text('published').toLowerCase();
  if (published === '' || isYes(published)) return false;
  cells.warn('published', 'it is not published; it is not sold.');
  return true;
}

const SHOWN: Record<string, ProductDraft['visibility']> = {
  visible: 'everywhere',
  catalog: 'lists',
  search: 'search',
  hidden: 'link',
};

/**
 * Treats an unknown visibility as visible only by link. WooCommerce never translates the values, so an unknown one is
 * from a plugin and may mean hidden.
 */
export function readWooVisibility(cells: Cells): ProductDraft['visibility'] {
  const text = cells.text('visibility in catalog');
  if (text === '') return cells.text('published') === '' ? null : 'everywhere';
  const visibility = SHOWN[text.toLowerCase()];
  if (visibility === undefined)
    cells.warn(
      'visibility in catalog',
      `"${text}" is not a known value (visible, catalog, search or hidden); customers find the product only by its address.`,
    );
  return visibility ?? 'link';
}

export function draftRemovedVariation(cells: Cells, { file, line, sku }: Named, options: Link['options'] = []): Drafts {
  const place = { file, line };
  const link = { ...place, ...NO_CHOICE, parent_sku: cells.text('parent'), child_sku: sku, options };
  return { ...emptyDrafts(), left_out: [{ ...place, sku }], links: [link] };
}

/** Sells out a variation that is switched off. If it leaves values open, `options` identify its existing variants. */
export function draftSwitchedOffVariation(cells: Cells, named: Named, options: Link['options']): Drafts {
  return { ...draftRemovedVariation(cells, named, options), variants: [draftSwitchedOffVariant(named)] };
}
