import { toSingleLine } from '#contract/rules/seen-words.ts';
import { slugify } from '#server/platform/kernel/text.ts';
import type { Cells } from '../columns.ts';
import { withHash } from '../missing-options.ts';

export type Keys = { key: string; former_sku: string | null; former_name: string | null };

const onlyKey = (key: string): Keys => ({ key, former_sku: null, former_name: null });

export function readRowKeys(cells: Cells): Keys {
  const [sku, id, name] = [cells.text('sku'), cells.text('id'), cells.text('name')];
  if (sku !== '') return onlyKey(sku);
  if (id !== '') return onlyKey(`woo-${id}`);
  return name === '' ? onlyKey('') : { ...deriveKeysFromName(name), former_name: toSingleLine(cells.words('name')) };
}

/**
 * Adds a hash to the key if the slug loses information. Earlier releases added it only on collisions, so the shop may
 * have either key.
 */
export function deriveKeysFromName(name: string): Omit<Keys, 'former_name'> {
  const letters = slugify(name);
  const hashed = withHash(letters || 'product', { names: name });
  if (letters === '') return { key: hashed, former_sku: null };
  const isSpelled = letters === name.toLowerCase().replaceAll(/[\s_-]+/g, '-');
  return isSpelled ? { key: letters, former_sku: hashed } : { key: hashed, former_sku: letters };
}

export const readAlias = (cells: Cells): string | null => (cells.text('id') === '' ? null : `id:${cells.text('id')}`);
