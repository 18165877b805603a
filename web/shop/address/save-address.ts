import type { Customer } from '#contract/shapes/customer.ts';
import { api } from '../calls/api.ts';
import { customerQuery, setCachedCustomer } from '../queries/customer.ts';
import { queryClient } from '../queries/query-client.ts';
import type { NewAddress } from './address-values.ts';
import { withAdded, withChanged } from './saved-addresses.ts';

/** The call replaces all of the customer's addresses, so load the current list first. */
export async function saveAddress(id: number | null, address: NewAddress): Promise<Customer> {
  const present = (await queryClient().fetchQuery({ ...customerQuery, staleTime: 0 })).addresses;
  const addresses = id === null ? withAdded(present, address) : withChanged(present, id, address);
  const changed = await api('PUT customers/me', { body: { customer: { addresses } } });
  await setCachedCustomer(changed);
  return changed;
}
