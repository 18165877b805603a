import type { Customer } from '#contract/shapes/customer.ts';
import { type SavedAddress, savedAddresses } from '../../address/saved-addresses.ts';

export type AddressUse = 'billing' | 'shipping';

export type AddressBook = {
  addresses: SavedAddress[];
  default_billing_address: SavedAddress | null;
  default_shipping_address: SavedAddress | null;
};

export function addressBook(
  customer: Pick<Customer, 'addresses' | 'default_billing' | 'default_shipping'>,
): AddressBook {
  const addresses = savedAddresses(customer);
  const find = (id: string | undefined) => addresses.find((address) => String(address.id) === id) ?? null;
  return {
    addresses,
    default_billing_address: find(customer.default_billing),
    default_shipping_address: find(customer.default_shipping),
  };
}

type UsedAddress = { address: SavedAddress; uses: AddressUse[] };

export function sortAddressesByUse(book: AddressBook): UsedAddress[] {
  const { addresses, default_billing_address: billing, default_shipping_address: shipping } = book;
  const entries = addresses.map((address): UsedAddress => {
    const uses: AddressUse[] = address.id === billing?.id ? ['billing'] : [];
    return { address, uses: address.id === shipping?.id ? [...uses, 'shipping'] : uses };
  });
  const rank = ({ uses }: UsedAddress): number => (uses.includes('billing') ? 0 : uses.length > 0 ? 1 : 2);
  return entries.sort((entry, other) => rank(entry) - rank(other));
}
