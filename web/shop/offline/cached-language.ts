/** Cache key; no page has this path. */
const LANGUAGE_KEY = '/language-of-pages';
const CACHE = 'handsel-notes';

type KeptPages = {
  /** The cache for visited pages. */
  pages: string;
  /** Throws when offline. */
  fetchShell: () => Promise<void>;
};

/**
 * Cached pages have one language, so a change refetches the shell and deletes visited pages. If offline, the next page
 * load retries.
 */
export async function setCachedLanguage(language: string, { pages, fetchShell }: KeptPages): Promise<void> {
  const cache = await caches.open(CACHE);
  const before = await cache.match(LANGUAGE_KEY).then((response) => response?.text());
  if (before === language) return;
  // A new worker has just fetched its pages.
  if (before !== undefined) {
    await fetchShell();
    await caches.delete(pages);
  }
  await cache.put(LANGUAGE_KEY, new Response(language));
}
