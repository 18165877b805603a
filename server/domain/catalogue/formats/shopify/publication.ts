import type { Cells } from '../columns.ts';
import type { ProductDraft } from '../drafts.ts';
import { readFlag } from '../row-parts.ts';

/** Our export adds this column as a metafield. */
export const VISIBILITY_COLUMN = 'Visibility (product.metafields.handsel.visibility)';
const VISIBILITY = VISIBILITY_COLUMN.toLowerCase();

export function isOff(head: Cells): boolean {
  const status = head.text('status').toLowerCase();
  const drafted = status === 'draft' || status === 'archived';
  if (!drafted && readFlag(head, 'published') !== false) return false;
  head.warn(drafted ? 'status' : 'published', 'the product is not published; it is not sold.');
  return true;
}

export function readShopifyVisibility(head: Cells): ProductDraft['visibility'] {
  const visibility = (['everywhere', 'lists', 'search', 'link'] as const).find(
    (candidate) => candidate === head.text(VISIBILITY),
  );
  const status = head.text('status').toLowerCase();
  if (visibility !== undefined || status === 'unlisted') return visibility ?? 'link';
  return status === '' && head.text('published') === '' ? null : 'everywhere';
}
