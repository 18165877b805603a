import type { Customer, CustomerAddress } from '#contract/shapes/customer.ts';

export type SavedAddress = CustomerAddress & { id: number };

export function savedAddresses({ addresses }: Pick<Customer, 'addresses'>): SavedAddress[] {
  return addresses.filter((address): address is SavedAddress => address.id !== undefined);
}

const FIELDS = [
  ...(['firstname', 'lastname', 'telephone', 'street', 'city'] as const),
  ...(['postcode', 'country_id', 'region_id'] as const),
];

export function isSameAddress(address: CustomerAddress, other: CustomerAddress): boolean {
  return FIELDS.every((field) => String(address[field]) === String(other[field]));
}

type Address = Customer['addresses'][number];

export function withAdded(addresses: readonly Address[], added: Address): Address[] {
  return [...addresses, added];
}

/** Replaces an address in the list, or appends it if it was removed meanwhile. */
export function withChanged(addresses: readonly Address[], id: number, change: Address): Address[] {
  if (!addresses.some((address) => address.id === id)) return withAdded(addresses, change);
  return addresses.map((address) => (address.id === id ? { ...address, ...change, id } : address));
}

export function excludeAddress(addresses: readonly Address[], id: number): Address[] {
  return addresses.filter((address) => address.id !== id);
}
