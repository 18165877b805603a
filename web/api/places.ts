import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';

/** Fewer letters find nothing useful. */
export const FEWEST_LETTERS = 3;
const FRESH_MS = 10 * 60_000;

/** Places that match what was typed, best first, at most eight. Quiet: without suggestions the address is typed by hand. */
export const placesQuery = (typed: string) => {
  const q = typed.trim().replace(/\s+/g, ' ');
  return queryOptions({
    queryKey: ['places', q.toLowerCase()],
    queryFn: ({ signal }) =>
      api('GET mobiledigital/places', { query: { q } }, { signal }).then((answer) => answer.data),
    enabled: q.length >= FEWEST_LETTERS,
    staleTime: FRESH_MS,
    meta: { quiet: true },
  });
};
