import type { Customer } from '#contract/shapes/customer.ts';
import { api } from '../calls/api.ts';
import { customerQuery, keepCustomer } from '../queries/customer.ts';
import { queryClient } from '../queries/query-client.ts';
import type { NewAddress } from './address-values.ts';
import { withAdded, withChanged } from './saved-addresses.ts';

/**
 * Saves an address in the customer's address book, as a new one where `id` is null. The call replaces the whole list: it
 * must be the present one, not what a form was opened with.
 */
export async function saveAddress(id: number | null, address: NewAddress): Promise<Customer> {
  const present = (await queryClient().fetchQuery({ ...customerQuery, staleTime: 0 })).addresses;
  const addresses = id === null ? withAdded(present, address) : withChanged(present, id, address);
  const changed = await api('PUT customers/me', { body: { customer: { addresses } } });
  await keepCustomer(changed);
  return changed;
}
