import { queryOptions } from '@tanstack/react-query';
import type { Place } from '#contract/shop.ts';
import { api } from './client.ts';

/** Fewer letters find nothing useful. */
export const FEWEST_LETTERS = 3;
const FRESH_MS = 10 * 60_000;

/** One for each address that is typed; a provider that bills by the session sees its searches and its pick as one. */
export function newPlaceSession(): string {
  return Array.from({ length: 3 }, () => Math.random().toString(36).slice(2, 12)).join('');
}

/**
 * Places that match what was typed, best first, at most eight, and whom the list must name. Quiet: without suggestions the address is
 * typed by hand.
 */
export const placesQuery = (typed: string, session: string) => {
  const q = typed.trim().replace(/\s+/g, ' ');
  return queryOptions({
    queryKey: ['places', q.toLowerCase()],
    queryFn: ({ signal }) => api('GET mobiledigital/places', { query: { q, session } }, { signal }),
    enabled: q.length >= FEWEST_LETTERS,
    staleTime: FRESH_MS,
    meta: { quiet: true },
  });
};

/**
 * A picked place with its parts. Some providers tell them only now; when they cannot be had, what was picked goes into the street, to be
 * put right by hand.
 */
export async function placeParts(picked: Place, session: string): Promise<Place> {
  if (picked.place_id === undefined) return picked;
  const query = { place_id: picked.place_id, session };
  const found = await api('GET mobiledigital/place', { query }).catch(() => null);
  return found?.data ?? { ...picked, street: picked.label };
}
