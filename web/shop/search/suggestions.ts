import { queryOptions } from '@tanstack/react-query';
import { SEARCH_LETTERS } from '#contract/rules/listing.ts';
import { api } from '../calls/api.ts';

/** Suggestions start at two letters, because a single letter would match half the shop. */
export const FEWEST_LETTERS = 2;
const FRESH_MS = 5 * 60_000;

export function tidySearch(typed: string): string {
  return typed.trim().replace(/\s+/g, ' ').slice(0, SEARCH_LETTERS).trim();
}

/** Shows no error (`quiet`), because searching works without suggestions. */
export const suggestionsQuery = (typed: string) => {
  const q = tidySearch(typed);
  return queryOptions({
    queryKey: ['suggestions', q.toLowerCase()],
    queryFn: ({ signal }) =>
      api('GET mobiledigital/suggest', { query: { q } }, { signal }).then((answer) => answer.data),
    enabled: q.length >= FEWEST_LETTERS,
    staleTime: FRESH_MS,
    meta: { quiet: true },
  });
};
