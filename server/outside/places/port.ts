import type { Place } from '#contract/shop.ts';

export type Places = {
  name: 'embedded' | 'google' | 'photon';
  /** At most eight Australian places for what was typed; empty when nothing fits. */
  search(typed: string): Promise<Place[]>;
};
