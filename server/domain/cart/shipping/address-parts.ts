import { findRegionById, findRegionByName, type Region } from '#contract/rules/customer/regions.ts';
import type { CartAddress } from '#contract/shapes/customer.ts';
import { toReachableMobile } from '#server/platform/kernel/mobile-number.ts';

/** Returns null if a part is missing or the region is not in the address's country. */
export function completeAddress(address: CartAddress): CartAddress | null {
  const parts = [
    address.firstname,
    address.lastname,
    address.telephone,
    address.street[0] ?? '',
    address.city,
    address.postcode,
  ];
  const region = resolveRegion(address);
  if (!region || parts.some((part) => part.trim() === '')) return null;
  return {
    ...address,
    telephone: toReachableMobile(address.telephone) ?? address.telephone,
    country_id: region.country,
    region: region.name,
    region_code: region.code,
    region_id: region.id,
  };
}

/** Looks up the code and name before the id, because ids differ between installations. */
function resolveRegion({ region_id, region, region_code, country_id }: CartAddress): Region | null {
  const country = country_id.toUpperCase();
  const named = findRegionByName(region_code ?? '', country) ?? findRegionByName(region ?? '', country);
  const numbered = findRegionById(region_id ?? 0);
  return named ?? (numbered?.country === country ? numbered : null);
}

export function isAbroad(address: Pick<CartAddress, 'country_id'>): boolean {
  return address.country_id.toUpperCase() !== 'AU';
}
