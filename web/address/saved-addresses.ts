import type { Customer, CustomerAddress } from '#contract/shapes/customer.ts';

export type SavedAddress = CustomerAddress & { id: number };

export function savedAddresses({ addresses }: Pick<Customer, 'addresses'>): SavedAddress[] {
  return addresses.filter((address): address is SavedAddress => address.id !== undefined);
}

const FIELDS = [
  ...(['firstname', 'lastname', 'telephone', 'street', 'city'] as const),
  ...(['postcode', 'country_id', 'region_id'] as const),
];

export function isSameAddress(one: CustomerAddress, other: CustomerAddress): boolean {
  return FIELDS.every((field) => String(one[field]) === String(other[field]));
}
