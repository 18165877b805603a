import type { Country } from '#contract/directory.ts';
import { REGIONS } from '#contract/rules/customer/regions.ts';
import { type AppError, appError } from '#server/platform/kernel/errors.ts';

const NAMES = [
  { id: 'AU', three: 'AUS', name: 'Australia' },
  { id: 'US', three: 'USA', name: 'United States' },
] as const;

export function listCountries(): Country[] {
  return NAMES.map(({ id, three, name }) => ({
    id,
    two_letter_abbreviation: id,
    three_letter_abbreviation: three,
    full_name_locale: name,
    full_name_english: name,
    available_regions: REGIONS.filter((region) => region.country === id)
      .map((region) => ({ id: String(region.id), code: region.code, name: region.name }))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || Number(a.id) - Number(b.id)),
  }));
}

export function findCountryById(id: string): Country | AppError {
  return listCountries().find((country) => country.id === id.toUpperCase()) ?? appError('country_unknown');
}
