import { readPaths } from '../attribute-lists.ts';
import { isUnreadable, readCsv } from '../csv-source.ts';
import type { Encoding } from '../encoding.ts';

const DEFAULT_ROOT = 'default category';

type File = { path: string; encoding: Encoding['label']; named: readonly string[] };

/**
 * Returns the root category to drop, in lower case: the name that begins every path. `named` overrides detection, and
 * 'none' disables it.
 */
export async function detectRootCategories({ path, encoding, named }: File): Promise<ReadonlySet<string>> {
  if (named.length > 0) return new Set(named.filter((name) => name !== 'none').map((name) => name.toLowerCase()));
  try {
    return new Set([(await findSharedLevel(path, encoding)) ?? DEFAULT_ROOT]);
  } catch (error) {
    // The import itself reports the unreadable row.
    if (isUnreadable(error)) return new Set([DEFAULT_ROOT]);
    throw error;
  }
}

async function findSharedLevel(path: string, encoding: Encoding['label']): Promise<string | null> {
  let column: number | null = null;
  let shared: string | null = null;
  let hasMoreLevels = false;
  for await (const { fields } of readCsv(path, { encoding, onBytes: () => undefined })) {
    if (column === null) {
      column = fields.findIndex((name) => name.trim().toLowerCase() === 'categories');
      if (column < 0) return null;
      continue;
    }
    for (const [first = '', ...lowerLevels] of readPaths(fields[column] ?? '')) {
      shared ??= first.toLowerCase();
      if (shared === DEFAULT_ROOT || first.toLowerCase() !== shared) return null;
      hasMoreLevels ||= lowerLevels.length > 0;
    }
  }
  return hasMoreLevels ? shared : null;
}
