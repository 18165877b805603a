/** Where the worker stores the language of the pages it keeps; no page of the shop has this address. */
const LANGUAGE_KEY = '/language-of-pages';
const CACHE = 'handsel-notes';

type KeptPages = {
  /** Name of the cache of visited pages. */
  pages: string;
  /** Fetches the pages that are always there once more; throws without a network. */
  fetchShell: () => Promise<void>;
};

/**
 * Pages are kept in the language they were fetched in. When another one has been chosen, the visited ones are deleted,
 * and the shell is fetched anew. Without a network all stay as they are, and the next page load tries again.
 */
export async function setCachedLanguage(language: string, { pages, fetchShell }: KeptPages): Promise<void> {
  const cache = await caches.open(CACHE);
  const before = await cache.match(LANGUAGE_KEY).then((response) => response?.text());
  if (before === language) return;
  // What a worker keeps at its first page load was fetched a moment ago.
  if (before !== undefined) {
    await fetchShell();
    await caches.delete(pages);
  }
  await cache.put(LANGUAGE_KEY, new Response(language));
}
