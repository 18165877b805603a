import { z } from 'zod';
import { findRegionByName } from '#contract/rules/customer/regions.ts';
import type { Place } from '#contract/shop.ts';
import { providerError } from '#server/platform/ports/service.ts';
import { callHttp } from '../service/http-call.ts';
import type { Guard } from '../service/resilience-policy.ts';
import type { Places } from './port.ts';

const MAX_PLACES = 8;

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

/**
 * Searches a self-hosted server, whose suggestions are complete addresses. Throws a ProviderError unless the response
 * is usable.
 */
export function createPhotonPlaces({ guard, base }: { guard: Guard; base: string }): Places {
  return {
    name: 'photon',
    async search(typed) {
      const url = new URL('api', base.endsWith('/') ? base : `${base}/`);
      url.search = new URLSearchParams([
        ['q', typed],
        ['limit', String(MAX_PLACES * 2)],
        ['lang', 'en'],
        ['countrycode', 'AU'],
        ['layer', 'house'],
        ['layer', 'street'],
        ['layer', 'locality'],
      ]).toString();
      const response = await callHttp(guard, {
        service: 'places',
        url,
        method: 'GET',
        repeatable: true,
        answer: collection,
      });
      if (!response.ok) {
        throw providerError({
          service: 'places',
          kind: 'invalid_response',
          mayHaveBeenApplied: false,
          cause: `HTTP ${response.status}`,
        });
      }
      const places = response.body.features.flatMap((feature) => parsePlace(feature.properties) ?? []);
      const different = new Map(places.map((place) => [place.label, place]));
      return { places: [...different.values()].slice(0, MAX_PLACES), attribution: '© OpenStreetMap contributors' };
    },
    getPlace: async () => null,
  };
}

/**
 * Filters by country here, because older Photon releases ignore `countrycode`. Addresses without a state are unusable.
 */
function parsePlace(feature: z.output<typeof properties>): Place | null {
  const region = findRegionByName(feature.state ?? '', 'AU');
  if (!region || (feature.countrycode !== undefined && feature.countrycode.toUpperCase() !== 'AU')) return null;
  const isAddress = feature.street !== undefined || feature.housenumber !== undefined;
  const street = isAddress
    ? [feature.housenumber, feature.street ?? feature.name].filter(Boolean).join(' ')
    : (feature.name ?? '');
  // Prefer the district, because in Australian data the city is often all of Sydney.
  const suburb = feature.district ?? feature.locality ?? feature.city ?? '';
  if (suburb === '') return null;
  const postcode = feature.postcode ?? '';
  const label = [street, `${suburb} ${region.code} ${postcode}`.trim()].filter(Boolean).join(', ');
  return { label, street, suburb, state: region.code, postcode, country: 'AU' };
}
