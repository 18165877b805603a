import type { Place } from '#contract/shop.ts';

type PlaceMatches = { places: Place[]; attribution: string };

/** `session`: one a typed address, shared by its searches and the look at the place that was picked. */
export type Places = {
  name: 'embedded' | 'google' | 'photon';
  /** At most eight Australian places for what was typed, and whom the list must name; empty when nothing fits. */
  search(typed: string, session: string): Promise<PlaceMatches>;
  /** The parts of a place that came with a `place_id`; null when it is not known or not in Australia. */
  getPlace(placeId: string, session: string): Promise<Place | null>;
};
