import type { CartAddress, CustomerAddress } from '#contract/shapes/customer.ts';

type AnyAddress = CustomerAddress | CartAddress;

export function nameOf({ firstname, lastname }: Pick<AnyAddress, 'firstname' | 'lastname'>): string {
  return `${firstname} ${lastname}`.trim();
}

/** Saved addresses have a region object; addresses in carts and orders have the region as text. */
export function regionCode(address: AnyAddress): string {
  const { region } = address;
  if (typeof region === 'object' && region !== null) return region.region_code;
  return ('region_code' in address ? address.region_code : null) ?? region ?? '';
}

/** Returns the town line, such as 'Pyrmont NSW 2009'. */
export function townOf(address: AnyAddress): string {
  return [address.city, regionCode(address), address.postcode].filter(Boolean).join(' ');
}

/** Returns the address in one line, such as '12 Fig Street, Pyrmont NSW 2009'. */
export function placeOf(address: AnyAddress): string {
  return [address.street[0], townOf(address)].filter(Boolean).join(', ');
}
