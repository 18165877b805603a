import type { Customer } from '#contract/shapes.ts';
import { type SavedAddress, savedAddresses } from '../checkout/shipping.ts';

export type AddressUse = 'billing' | 'shipping';

type Book = { all: SavedAddress[]; billing: SavedAddress | null; shipping: SavedAddress | null };

/** The saved addresses, and which of them are the defaults. */
export function addressBook(customer: Pick<Customer, 'addresses' | 'default_billing' | 'default_shipping'>): Book {
  const all = savedAddresses(customer);
  const find = (id: string | undefined) => all.find((address) => String(address.id) === id) ?? null;
  return { all, billing: find(customer.default_billing), shipping: find(customer.default_shipping) };
}

type Address = Customer['addresses'][number];

/** ST-113: the list with a new address at its end. PUT customers/me takes the whole list. */
export function withAdded(addresses: readonly Address[], added: Address): Address[] {
  return [...addresses, added];
}

/** The list with one address changed: its id and its place as a default stay. */
export function withChanged(addresses: readonly Address[], id: number, change: Address): Address[] {
  return addresses.map((address) => (address.id === id ? { ...address, ...change, id } : address));
}

export function without(addresses: readonly Address[], id: number): Address[] {
  return addresses.filter((address) => address.id !== id);
}
