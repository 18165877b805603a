import { addressesUsing, namesAddress } from '../../tools/test-run/changed.ts';
import type { Listed } from './gallery.ts';

/** Returns the stories whose screen uses one of the files. Styles, parts and the gallery itself reach all of them. */
export function storiesReachedBy(files: readonly string[], stories: readonly Listed[]): Listed[] {
  const sources = files.filter((file) => /^(web|gallery)\//.test(file) && !/\.test\./.test(file));
  if (sources.length === 0) return [];
  if (sources.some((file) => /^(web\/ui\/|web\/.*\.css$|gallery\/)/.test(file))) return [...stories];
  const addresses = addressesUsing(sources);
  return stories.filter(({ at }) => addresses.some((address) => namesAddress(at, address)));
}
