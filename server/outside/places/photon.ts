import { z } from 'zod';
import { regionByName } from '#contract/rules/regions.ts';
import type { Place } from '#contract/shop.ts';
import type { Guard } from '../service/guard.ts';
import { httpCall } from '../service/http-call.ts';
import { outsideFault } from '../service/port.ts';
import type { Places } from './port.ts';

const MOST_PLACES = 8;

const properties = z.object({
  name: z.string().optional(),
  housenumber: z.string().optional(),
  street: z.string().optional(),
  district: z.string().optional(),
  locality: z.string().optional(),
  city: z.string().optional(),
  state: z.string().optional(),
  postcode: z.string().optional(),
  countrycode: z.string().optional(),
});
const collection = z.object({ features: z.array(z.object({ properties })) });

/** A Photon server of one's own (OpenStreetMap): whole addresses in one answer, no key. Throws an OutsideFault without a usable answer. */
export function createPhotonPlaces({ guard, base }: { guard: Guard; base: string }): Places {
  return {
    name: 'photon',
    async search(typed) {
      const url = new URL('api', base.endsWith('/') ? base : `${base}/`);
      url.search = new URLSearchParams([
        ['q', typed],
        ['limit', String(MOST_PLACES * 2)],
        ['lang', 'en'],
        ['countrycode', 'AU'],
        ['layer', 'house'],
        ['layer', 'street'],
        ['layer', 'locality'],
      ]).toString();
      const found = await httpCall(guard, {
        service: 'places',
        url,
        method: 'GET',
        repeatable: true,
        answer: collection,
      });
      if (!found.ok) {
        throw outsideFault({ service: 'places', kind: 'garbage', carriedOut: false, cause: `HTTP ${found.status}` });
      }
      const places = found.body.features.flatMap((feature) => placeOf(feature.properties) ?? []);
      const different = new Map(places.map((place) => [place.label, place]));
      return { places: [...different.values()].slice(0, MOST_PLACES), attribution: '© OpenStreetMap contributors' };
    },
    look: async () => null,
  };
}

/** Of an older Photon, which does not know `countrycode`, other countries come too; without a state there is no address for us. */
function placeOf(found: z.output<typeof properties>): Place | null {
  const region = regionByName(found.state ?? '', 'AU');
  if (!region || (found.countrycode !== undefined && found.countrycode.toUpperCase() !== 'AU')) return null;
  const isAddress = found.street !== undefined || found.housenumber !== undefined;
  const street = isAddress
    ? [found.housenumber, found.street ?? found.name].filter(Boolean).join(' ')
    : (found.name ?? '');
  // In Australian data the suburb is often the district and the city is the whole of Sydney.
  const suburb = found.district ?? found.locality ?? found.city ?? '';
  if (suburb === '') return null;
  const postcode = found.postcode ?? '';
  const label = [street, `${suburb} ${region.code} ${postcode}`.trim()].filter(Boolean).join(', ');
  return { label, street, suburb, state: region.code, postcode, country: 'AU' };
}
