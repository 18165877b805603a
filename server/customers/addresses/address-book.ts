import type { CustomerAddress } from '#contract/shapes/customer.ts';
import type { Transaction } from '../../database/handle.ts';
import { type AppError, appError } from '../../kernel/errors.ts';
import * as store from '../customers-store.ts';
import { addressError, regionOf, streetLines } from './saved-address.ts';

/**
 * Makes `addresses` the complete address book of a customer, as Magento's PUT customers/me does: entries with an id are
 * changed, entries without one are new, saved ones that are not listed are deleted. Checks everything before it writes.
 * The first address becomes the default where none is chosen.
 */
export async function saveAddressBook(
  tx: Transaction,
  { customerId, addresses, now }: { customerId: number; addresses: CustomerAddress[]; now: Date },
): Promise<AppError | null> {
  const wrongAddress = addresses.map(addressError).find((error) => error !== null);
  if (wrongAddress) return wrongAddress;
  const customer = await store.lockCustomer(tx, customerId);
  if (!customer) throw new Error(`Customer ${customerId} is gone.`);
  const owned = new Set(await store.addressIds(tx, customerId));
  const listed = addresses.flatMap(({ id }) => id ?? []);
  const foreign = listed.find((id) => !owned.has(id));
  if (foreign !== undefined) return noSuchAddress(foreign);
  const dropped = [...owned].filter((id) => !listed.includes(id));
  if (dropped.length > 0) await store.deleteAddresses(tx, { customerId, ids: dropped });
  const saved: { id: number; address: CustomerAddress }[] = [];
  for (const address of addresses) saved.push({ id: await saveOne(tx, { customerId, address, now }), address });
  await store.updateCustomer(tx, customerId, {
    defaultBillingId: chosenDefault(saved, { flag: 'default_billing', present: customer.defaultBillingId }),
    defaultShippingId: chosenDefault(saved, { flag: 'default_shipping', present: customer.defaultShippingId }),
  });
  return null;
}

export function noSuchAddress(addressId: number): AppError {
  return appError('no_such_entity', { fieldName: 'addressId', fieldValue: addressId });
}

async function saveOne(
  tx: Transaction,
  { customerId, address, now }: { customerId: number; address: CustomerAddress; now: Date },
): Promise<number> {
  const region = regionOf(address);
  if (!region) throw new Error('An address without a region came past its check.');
  const { firstname, lastname, telephone, city, postcode, id } = address;
  const values = {
    firstname,
    lastname,
    telephone,
    street: streetLines(address),
    city,
    postcode,
    regionId: region.id,
    countryId: 'AU',
  };
  if (id === undefined) return store.insertAddress(tx, { customerId, values, now });
  await store.updateAddress(tx, { customerId, id, values });
  return id;
}

function chosenDefault(
  saved: { id: number; address: CustomerAddress }[],
  { flag, present }: { flag: 'default_billing' | 'default_shipping'; present: number | null },
): number | null {
  // A client may leave the flag on the old default beside the new one: the newly flagged one is meant.
  const flagged = saved.find(({ id, address }) => address[flag] === true && id !== present);
  const current = saved.find(({ id }) => id === present);
  return (flagged ?? current ?? saved[0])?.id ?? null;
}
