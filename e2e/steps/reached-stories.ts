import { findAffectedAddresses, mentionsAddress } from '../../tools/test-run/changed.ts';
import type { Listed } from './gallery.ts';

/** Treats styles, shared components and gallery files as affecting all stories. */
export function findAffectedStories(files: readonly string[], stories: readonly Listed[]): Listed[] {
  const sources = files.filter((file) => /^(web|gallery)\//.test(file) && !/\.test\./.test(file));
  if (sources.length === 0) return [];
  if (sources.some((file) => /^(web\/ui\/|web\/.*\.css$|gallery\/)/.test(file))) return [...stories];
  const addresses = findAffectedAddresses(sources);
  return stories.filter(({ url }) => addresses.some((address) => mentionsAddress(url, address)));
}
