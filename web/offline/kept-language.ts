/** Where the worker notes the language of the pages it keeps; no page of the shop has this address. */
const NOTE = '/language-of-pages';
const NOTES = 'handsel-notes';

type KeptPages = {
  /** Name of the store of pages the customer has seen. */
  pages: string;
  /** Fetches the pages that are always there once more; throws without a network. */
  fetchShell: () => Promise<void>;
};

/**
 * Pages are kept in the language they were fetched in. When another one has been chosen, those that were seen go, and
 * those that are always there are fetched anew. Without a network all stay as they are, and the next page load tries
 * again.
 */
export async function keepLanguage(language: string, { pages, fetchShell }: KeptPages): Promise<void> {
  const notes = await caches.open(NOTES);
  const before = await notes.match(NOTE).then((response) => response?.text());
  if (before === language) return;
  // What a worker keeps at its first page load was fetched a moment ago.
  if (before !== undefined) {
    await fetchShell();
    await caches.delete(pages);
  }
  await notes.put(NOTE, new Response(language));
}
