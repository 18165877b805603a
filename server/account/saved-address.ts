import { mobileProblem } from '#contract/rules/mobile.ts';
import { type Region, regionById, regionByName } from '#contract/rules/regions.ts';
import type { CustomerAddress } from '#contract/shapes.ts';
import { type Failure, failure } from '../http/failures.ts';

export const ONLY_AUSTRALIA = 'We deliver to Australian addresses only.';

/**
 * The Australian region of an address: by code, then by name, and only then by id, because ids differ between stores
 * that were installed in another order.
 */
export function regionOf({
  region,
  region_id: regionId,
}: Pick<CustomerAddress, 'region' | 'region_id'>): Region | null {
  const named = regionByName(region?.region_code ?? '', 'AU') ?? regionByName(region?.region ?? '', 'AU');
  const numbered = regionById(regionId ?? region?.region_id ?? 0);
  return named ?? (numbered?.country === 'AU' ? numbered : null);
}

/** What keeps an address from being saved; null when nothing does (VA-08, VA-12..VA-20 as the server sees them). */
export function addressFailure(given: CustomerAddress): Failure | null {
  if (given.country_id.toUpperCase() !== 'AU') return failure('address_abroad');
  if (streetLines(given).length === 0) return failure('field_required', { fieldName: 'street' });
  if (mobileProblem(given.telephone))
    return failure('invalid_value', { fieldName: 'telephone', value: given.telephone });
  if (regionOf(given)) return null;
  const value = given.region?.region || given.region?.region_code || String(given.region_id ?? '');
  return value === ''
    ? failure('field_required', { fieldName: 'region' })
    : failure('invalid_value', { fieldName: 'region', value });
}

export function streetLines({ street }: Pick<CustomerAddress, 'street'>): string[] {
  return street.filter((line) => line !== '');
}
