const LANGUAGE_KEY = '/language-of-pages';
const CACHE = 'handsel-notes';

type KeptPages = {
  pages: string;
  /** Throws when offline. */
  fetchShell: () => Promise<void>;
};

/**
 * All cached pages are in one language, so a change refetches the shell pages and deletes the visited ones. If this
 * fails offline, the next page load retries.
 */
export async function setCachedLanguage(language: string, { pages, fetchShell }: KeptPages): Promise<void> {
  const cache = await caches.open(CACHE);
  const before = await cache.match(LANGUAGE_KEY).then((response) => response?.text());
  if (before === language) return;
  // Without a stored language, the service worker is new and has just fetched its pages.
  if (before !== undefined) {
    await fetchShell();
    await caches.delete(pages);
  }
  await cache.put(LANGUAGE_KEY, new Response(language));
}
