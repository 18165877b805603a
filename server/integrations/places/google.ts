import { z } from 'zod';
import { findRegionByName } from '#contract/rules/customer/regions.ts';
import type { Place } from '#contract/shop.ts';
import { providerError } from '#server/platform/ports/service.ts';
import { callHttp } from '../service/http-call.ts';
import type { Guard } from '../service/resilience-policy.ts';
import type { Places } from './port.ts';

export type GooglePlacesOptions = { guard: Guard; key: string; base: string };

const MAX_PLACES = 8;
const KINDS = ['street_address', 'premise', 'subpremise', 'route', 'locality'];

const suggestions = z.object({
  suggestions: z
    .array(
      z.object({ placePrediction: z.object({ placeId: z.string(), text: z.object({ text: z.string() }) }).optional() }),
    )
    .default([]),
});

const component = z.object({ longText: z.string(), shortText: z.string().optional(), types: z.array(z.string()) });
const details = z.object({
  formattedAddress: z.string().optional(),
  addressComponents: z.array(component).default([]),
});
type Component = z.output<typeof component>;

/**
 * `search` returns suggestions without address parts; `getPlace` fetches the parts of the picked suggestion. Both calls
 * share a session token, because Google otherwise bills every letter. Throws a ProviderError unless the response is
 * usable.
 */
export function createGooglePlaces({ guard, key, base }: GooglePlacesOptions): Places {
  const headers = { 'x-goog-api-key': key, 'content-type': 'application/json' };
  return {
    name: 'google',
    async search(typed, session) {
      const body = {
        input: typed,
        includedRegionCodes: ['au'],
        languageCode: 'en-AU',
        includedPrimaryTypes: KINDS,
        ...(session === '' ? {} : { sessionToken: session }),
      };
      const response = await callHttp(guard, {
        service: 'places',
        url: `${base}/v1/places:autocomplete`,
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        repeatable: true,
        answer: suggestions,
      });
      if (!response.ok) throw refusedError(response.status);
      const predictions = response.body.suggestions.flatMap(({ placePrediction }) => placePrediction ?? []);
      return { places: predictions.slice(0, MAX_PLACES).map(toPlace), attribution: 'Google Maps' };
    },
    async getPlace(placeId, session) {
      const url = new URL(`${base}/v1/places/${encodeURIComponent(placeId)}`);
      url.searchParams.set('languageCode', 'en-AU');
      if (session !== '') url.searchParams.set('sessionToken', session);
      const response = await callHttp(guard, {
        service: 'places',
        url,
        method: 'GET',
        headers: { ...headers, 'x-goog-fieldmask': 'id,formattedAddress,addressComponents' },
        repeatable: true,
        answer: details,
      });
      if (response.ok) return parsePlace(response.body);
      // The place id is invalid or has expired.
      if (response.status === 400 || response.status === 404) return null;
      throw refusedError(response.status);
    },
  };
}

const refusedError = (status: number) =>
  providerError({ service: 'places', kind: 'invalid_response', mayHaveBeenApplied: false, cause: `HTTP ${status}` });

function toPlace({ placeId, text }: { placeId: string; text: { text: string } }): Place {
  return { label: text.text, street: '', suburb: '', state: '', postcode: '', country: 'AU', place_id: placeId };
}

/** Finds address components by type, because their number and order vary. */
function parsePlace({ formattedAddress, addressComponents }: z.output<typeof details>): Place | null {
  const first = (...types: string[]): Component | undefined =>
    types
      .map((type) => addressComponents.find((addressPart) => addressPart.types.includes(type)))
      .find((addressPart) => addressPart !== undefined);
  if (first('country')?.shortText !== 'AU') return null;
  const area = first('administrative_area_level_1');
  const region = findRegionByName(area?.longText ?? '', 'AU') ?? findRegionByName(area?.shortText ?? '', 'AU');
  const suburb = first('locality', 'postal_town', 'sublocality', 'sublocality_level_1')?.longText ?? '';
  const postcode = first('postal_code')?.longText ?? '';
  const number = first('street_number')?.longText;
  const road = (number === undefined ? first('route', 'premise') : first('route'))?.longText ?? '';
  const unit = first('subpremise')?.longText;
  const street = [unit && number ? `${unit}/${number}` : number, road].filter(Boolean).join(' ');
  const label = formattedAddress ?? [street, `${suburb} ${region?.code ?? ''} ${postcode}`].filter(Boolean).join(', ');
  return { label, street, suburb, state: region?.code ?? '', postcode, country: 'AU' };
}
