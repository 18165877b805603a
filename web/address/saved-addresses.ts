import type { Customer, CustomerAddress } from '#contract/shapes/customer.ts';

export type SavedAddress = CustomerAddress & { id: number };

export function savedAddresses({ addresses }: Pick<Customer, 'addresses'>): SavedAddress[] {
  return addresses.filter((address): address is SavedAddress => address.id !== undefined);
}
