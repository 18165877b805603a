import { oneLine } from '#contract/rules/seen-words.ts';
import { slug } from '#server/platform/kernel/text.ts';
import type { Cells } from '../columns.ts';
import { withHash } from '../missing-options.ts';

/** `former_sku`: the other key that the shop may have the product under, if it has `former_name`. */
export type Keys = { key: string; former_sku: string | null; former_name: string | null };

const onlyKey = (key: string): Keys => ({ key, former_sku: null, former_name: null });

/** Returns what a row is known by. Many shops give no sku: then it is the number of the product, else its name. */
export function keysOf(cells: Cells): Keys {
  const [sku, id, name] = [cells.text('sku'), cells.text('id'), cells.text('name')];
  if (sku !== '') return onlyKey(sku);
  if (id !== '') return onlyKey(`woo-${id}`);
  return name === '' ? onlyKey('') : { ...keysOfName(name), former_name: oneLine(cells.words('name')) };
}

/**
 * A name that a key cannot spell gets a hash, whatever else is in the file: another product may have the same letters.
 * Earlier releases gave the hash to the second product of a file alone, so the shop may have one under its other key.
 */
export function keysOfName(name: string): Omit<Keys, 'former_name'> {
  const letters = slug(name);
  const hashed = withHash(letters || 'product', { names: name });
  if (letters === '') return { key: hashed, former_sku: null };
  const isSpelled = letters === name.toLowerCase().replaceAll(/[\s_-]+/g, '-');
  return isSpelled ? { key: letters, former_sku: hashed } : { key: hashed, former_sku: letters };
}

/** How a variation names a product without a sku. */
export const aliasOf = (cells: Cells): string | null => (cells.text('id') === '' ? null : `id:${cells.text('id')}`);
