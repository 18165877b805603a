import type { Place } from '#contract/shop.ts';

type PlaceMatches = { places: Place[]; attribution: string };

/** `session`: one token per typed address, shared by both calls. */
export type Places = {
  name: 'embedded' | 'google' | 'photon';
  /** Returns at most eight Australian places. */
  search(typed: string, session: string): Promise<PlaceMatches>;
  /** Returns null if the place is unknown or abroad. */
  getPlace(placeId: string, session: string): Promise<Place | null>;
};
