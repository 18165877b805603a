import { z } from 'zod';

export const placesShape = {
  PLACES: z.enum(['embedded', 'google', 'photon']).default('embedded'),
  GOOGLE_PLACES_KEY: z.string().trim().default(''),
  GOOGLE_PLACES_URL: z.url({ protocol: /^https?$/ }).default('https://places.googleapis.com'),
  /** A self-hosted server, such as 'http://photon.internal:2322'. */
  PHOTON_URL: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
};

type PlacesSettings = z.output<z.ZodObject<typeof placesShape>>;

export function placesSettingsError({ PLACES, GOOGLE_PLACES_KEY, PHOTON_URL }: PlacesSettings): string | null {
  if (PLACES === 'google' && GOOGLE_PLACES_KEY === '') return 'PLACES=google also needs GOOGLE_PLACES_KEY.';
  if (PLACES === 'photon' && PHOTON_URL === '') return 'PLACES=photon also needs PHOTON_URL.';
  return null;
}
