import { isDeepStrictEqual } from 'node:util';
import type { CustomerAddress } from '#contract/shapes/customer.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { type AppError, appError } from '#server/platform/kernel/errors.ts';
import { reachableMobile } from '#server/platform/kernel/mobile-number.ts';
import * as store from '../customers-store.ts';
import { type CustomerRow, lockCustomer } from '../queries.ts';
import { mayChange, ownersAgain, type Session, writerOrNull } from '../sessions/sessions.ts';
import { addressError, regionOf, streetLines } from './saved-address.ts';

type Saving = { customerId: number; unproved: Session | null; addresses: CustomerAddress[]; now: Date };

/**
 * Makes `addresses` the complete address book of a customer, as Magento's PUT customers/me does: entries with an id are
 * changed, entries without one are new, saved ones that are not listed are deleted. Checks everything before it writes.
 * The first address becomes the default where none is chosen. `unproved`, the session that asks unless it is proved, adds
 * addresses and changes those, but neither another one nor the defaults: code_required.
 */
export async function saveAddressBook(
  tx: Transaction,
  { customerId, unproved, addresses, now }: Saving,
): Promise<AppError | null> {
  const wrongAddress = addresses.map(addressError).find((error) => error !== null);
  if (wrongAddress) return wrongAddress;
  const customer = await lockCustomer(tx, customerId);
  if (!customer) throw new Error(`Customer ${customerId} is gone.`);
  const owned = new Map((await store.addressesOf(tx, customerId)).map((row) => [row.id, row]));
  const listed = addresses.flatMap(({ id }) => id ?? []);
  const foreign = listed.find((id) => !owned.has(id));
  if (foreign !== undefined) return noSuchAddress(foreign);
  if (unproved && changesOthers({ unproved, addresses, customer, there: [...owned.values()] }))
    return appError('code_required');
  const dropped = [...owned.keys()].filter((id) => !listed.includes(id));
  if (dropped.length > 0) await store.deleteAddresses(tx, { customerId, ids: dropped });
  const saved: { id: number; address: CustomerAddress }[] = [];
  for (const address of addresses)
    saved.push({ id: await saveOne(tx, { customerId, unproved, address, now }), address });
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
  { customerId, unproved, address, now }: Omit<Saving, 'addresses'> & { address: CustomerAddress },
): Promise<number> {
  const values = valuesOf(address);
  const { id } = address;
  if (id === undefined) return store.insertAddress(tx, { customerId, values, writtenBy: writerOrNull(unproved), now });
  await store.updateAddress(tx, { customerId, id, values: { ...values, ...ownersAgain(unproved) } });
  return id;
}

/** As the address book keeps it. */
function valuesOf(address: CustomerAddress) {
  const region = regionOf(address);
  if (!region) throw new Error('An address without a region came past its check.');
  const { firstname, lastname, telephone, city, postcode } = address;
  return {
    firstname,
    lastname,
    telephone: reachableMobile(telephone) ?? telephone,
    street: streetLines(address),
    city,
    postcode,
    regionId: region.id,
    countryId: 'AU',
  };
}

type Change = {
  unproved: Session;
  addresses: readonly CustomerAddress[];
  customer: CustomerRow;
  there: readonly store.AddressRow[];
};

/**
 * Whether an address that the session did not add would change or go, or another one become a default. The caller sends
 * the whole list, so what is listed as it is stored changes nothing.
 */
function changesOthers({ unproved, addresses, customer, there }: Change): boolean {
  const listed = new Map(addresses.map((address) => [address.id, address]));
  const { defaultBillingId, defaultShippingId } = customer;
  const setsDefault = addresses.some(
    ({ id, default_billing, default_shipping }) =>
      (default_billing && defaultBillingId !== null && id !== defaultBillingId) ||
      (default_shipping && defaultShippingId !== null && id !== defaultShippingId),
  );
  const isFixed = (row: store.AddressRow) =>
    !mayChange(unproved, row) || row.id === defaultBillingId || row.id === defaultShippingId;
  return setsDefault || there.some((row) => isFixed(row) && !isAsStored(row, listed.get(row.id)));
}

function isAsStored(row: store.AddressRow, listed: CustomerAddress | undefined): boolean {
  const before = { ...row, telephone: reachableMobile(row.telephone) ?? row.telephone };
  return listed !== undefined && isDeepStrictEqual({ ...before, ...valuesOf(listed) }, before);
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
