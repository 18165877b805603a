import type { Cells } from '../columns.ts';
import type { ProductDraft } from '../drafts.ts';
import { readFlag } from '../row-parts.ts';

/** What our own export adds, in the way Shopify names metafields. */
export const VISIBILITY_COLUMN = 'Visibility (product.metafields.handsel.visibility)';
const VISIBILITY = VISIBILITY_COLUMN.toLowerCase();

/** Whether a product is not sold; `head` is its first row. */
export function isOff(head: Cells): boolean {
  const status = head.text('status').toLowerCase();
  const drafted = status === 'draft' || status === 'archived';
  if (!drafted && readFlag(head, 'published') !== false) return false;
  head.warn(drafted ? 'status' : 'published', 'the product is not published; it is not sold.');
  return true;
}

/** Shopify itself knows products that are unlisted: those with their address find them. */
export function visibilityOf(head: Cells): ProductDraft['visibility'] {
  const own = (['everywhere', 'lists', 'search', 'link'] as const).find((one) => one === head.text(VISIBILITY));
  const status = head.text('status').toLowerCase();
  if (own !== undefined || status === 'unlisted') return own ?? 'link';
  return status === '' && head.text('published') === '' ? null : 'everywhere';
}
