import { mobileError } from '#contract/rules/customer/mobile.ts';
import { findRegionById, findRegionByName, type Region } from '#contract/rules/customer/regions.ts';
import type { CustomerAddress } from '#contract/shapes/customer.ts';
import { type AppError, appError } from '#server/platform/kernel/errors.ts';
import { strangersNamesError, wordsError } from '#server/platform/kernel/strangers-words.ts';

/** Looks up the code and name before the id, because ids differ between installations. */
export function resolveSavedRegion({
  region,
  region_id: regionId,
}: Pick<CustomerAddress, 'region' | 'region_id'>): Region | null {
  const named = findRegionByName(region?.region_code ?? '', 'AU') ?? findRegionByName(region?.region ?? '', 'AU');
  const numbered = findRegionById(regionId ?? region?.region_id ?? 0);
  return named ?? (numbered?.country === 'AU' ? numbered : null);
}

export function addressError(address: CustomerAddress): AppError | null {
  if (address.country_id.toUpperCase() !== 'AU') return appError('address_abroad');
  if (streetLines(address).length === 0) return appError('field_required', { fieldName: 'street' });
  const wrong = addressWordsError(address);
  if (wrong) return wrong;
  if (mobileError(address.telephone))
    return appError('invalid_value', { fieldName: 'telephone', value: address.telephone });
  if (resolveSavedRegion(address)) return null;
  const value = address.region?.region || address.region?.region_code || String(address.region_id ?? '');
  return value === ''
    ? appError('field_required', { fieldName: 'region' })
    : appError('invalid_value', { fieldName: 'region', value });
}

type Words = Pick<CustomerAddress, 'firstname' | 'lastname' | 'street' | 'city'>;

/** Checks the text of an address, because sellers and messages show it. */
export function addressWordsError({ firstname, lastname, street, city }: Words): AppError | null {
  const parts = [firstname, lastname, `${firstname} ${lastname}`];
  const wrong = strangersNamesError(parts);
  if (wrong) return appError(wrong);
  // Streets may contain numbers.
  const line = street.find((words) => wordsError(words, 'gift') !== null);
  if (line !== undefined) return appError('invalid_value', { fieldName: 'street', value: line });
  const isPlace = wordsError(city, 'name') === null;
  return isPlace ? null : appError('invalid_value', { fieldName: 'city', value: city });
}

export function streetLines({ street }: Pick<CustomerAddress, 'street'>): string[] {
  return street.filter((line) => line !== '');
}
