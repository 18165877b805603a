import type { Cells } from './columns.ts';

const GST_FREE = new Set(['none', 'gst free', 'zero rate']);
const TAXABLE = new Set(['taxable goods', 'taxable', 'gst', 'standard']);
const foldText = (text: string): string => text.toLowerCase().replaceAll(/[\s_-]+/g, ' ');

export const MAGENTO_CLASS = { gstFree: 'None', taxable: 'Taxable Goods' } as const;
export const WOO_STATUS = { gstFree: 'none', taxable: 'taxable' } as const;

/** Returns true for GST-free, and null for an empty cell. Unknown tax classes are taxable, with a warning. */
export function readTaxClass(cells: Cells, column: string): boolean | null {
  const name = cells.text(column);
  if (name === '') return null;
  if (GST_FREE.has(foldText(name))) return true;
  if (!TAXABLE.has(foldText(name)))
    cells.warn(
      column,
      `"${name}" is an unknown tax class, so the product is sold with GST; to sell it without GST, write "gst-free" or "none".`,
    );
  return false;
}

export function readTaxable(cells: Cells, column: string): boolean | null {
  const text = cells.text(column).toLowerCase();
  if (text === '') return null;
  if (text === 'false') return true;
  if (text !== 'true') cells.warn(column, `"${text}" is neither TRUE nor FALSE; the product is sold with GST.`);
  return false;
}

/**
 * Returns true for GST-free. The statuses none and shipping are GST-free, whatever the tax class. The class parent
 * returns null, because it follows the product. If the status is unknown, the class decides.
 */
export function readWooTax(cells: Cells): boolean | null {
  const status = cells.text('tax status').toLowerCase();
  if (status === WOO_STATUS.gstFree || status === 'shipping') return true;
  if (status !== '' && status !== WOO_STATUS.taxable)
    cells.warn('tax status', `"${status}" is not taxable, shipping or none, so the tax class decides.`);
  if (cells.text('tax class').toLowerCase() === 'parent') return null;
  return readTaxClass(cells, 'tax class') ?? (status === '' ? null : false);
}
