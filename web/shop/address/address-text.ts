import type { CartAddress, CustomerAddress } from '#contract/shapes/customer.ts';

type AnyAddress = CustomerAddress | CartAddress;

export function formatName({ firstname, lastname }: Pick<AnyAddress, 'firstname' | 'lastname'>): string {
  return `${firstname} ${lastname}`.trim();
}

/** Saved addresses have a region object; addresses in carts and orders have the region as text. */
export function regionCode(address: AnyAddress): string {
  const { region } = address;
  if (typeof region === 'object' && region !== null) return region.region_code;
  return ('region_code' in address ? address.region_code : null) ?? region ?? '';
}

/** Returns the town line, such as 'Pyrmont NSW 2009'. */
export function formatTownLine(address: AnyAddress): string {
  return [address.city, regionCode(address), address.postcode].filter(Boolean).join(' ');
}

/** Returns the address in one line, such as '12 Fig Street, Pyrmont NSW 2009'. */
export function formatPlaceLine(address: AnyAddress): string {
  return [address.street[0], formatTownLine(address)].filter(Boolean).join(', ');
}
