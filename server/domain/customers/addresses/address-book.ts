import { isDeepStrictEqual } from 'node:util';
import type { CustomerAddress } from '#contract/shapes/customer.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { type AppError, appError } from '#server/platform/kernel/errors.ts';
import { toReachableMobile } from '#server/platform/kernel/mobile-number.ts';
import * as store from '../customers-store.ts';
import { type CustomerRow, lockCustomer } from '../queries.ts';
import { clearWriterIfVerified, identifyWriterOrNull, mayChange, type Session } from '../sessions/sessions.ts';
import { addressError, resolveSavedRegion, streetLines } from './saved-address.ts';

type Saving = { customerId: number; unverified: Session | null; addresses: CustomerAddress[]; now: Date };

/**
 * Replaces the whole address book, as Magento does: updates entries with an id, inserts the others and deletes missing
 * ones. Checks everything before writing. Returns code_required if an `unverified` session changes a default or an
 * address it did not add.
 */
export async function saveAddressBook(
  tx: Transaction,
  { customerId, unverified, addresses, now }: Saving,
): Promise<AppError | null> {
  const wrongAddress = addresses.map(addressError).find((error) => error !== null);
  if (wrongAddress) return wrongAddress;
  const customer = await lockCustomer(tx, customerId);
  if (!customer) throw new Error(`Customer ${customerId} does not exist.`);
  const owned = new Map((await store.listAddresses(tx, customerId)).map((row) => [row.id, row]));
  const listed = addresses.flatMap(({ id }) => id ?? []);
  const foreign = listed.find((id) => !owned.has(id));
  if (foreign !== undefined) return noSuchAddressError(foreign);
  if (unverified && changesOthers({ unverified, addresses, customer, existing: [...owned.values()] }))
    return appError('code_required');
  const dropped = [...owned.keys()].filter((id) => !listed.includes(id));
  if (dropped.length > 0) await store.deleteAddresses(tx, { customerId, ids: dropped });
  const saved: { id: number; address: CustomerAddress }[] = [];
  for (const address of addresses)
    saved.push({ id: await saveOne(tx, { customerId, unverified, address, now }), address });
  await store.updateCustomer(tx, customerId, {
    defaultBillingId: chooseDefault(saved, { flag: 'default_billing', present: customer.defaultBillingId }),
    defaultShippingId: chooseDefault(saved, { flag: 'default_shipping', present: customer.defaultShippingId }),
  });
  return null;
}

export function noSuchAddressError(addressId: number): AppError {
  return appError('no_such_entity', { fieldName: 'addressId', fieldValue: addressId });
}

async function saveOne(
  tx: Transaction,
  { customerId, unverified, address, now }: Omit<Saving, 'addresses'> & { address: CustomerAddress },
): Promise<number> {
  const values = toAddressValues(address);
  const { id } = address;
  if (id === undefined)
    return store.insertAddress(tx, { customerId, values, writtenBy: identifyWriterOrNull(unverified), now });
  await store.updateAddress(tx, { customerId, id, values: { ...values, ...clearWriterIfVerified(unverified) } });
  return id;
}

function toAddressValues(address: CustomerAddress) {
  const region = resolveSavedRegion(address);
  if (!region) throw new Error('A validated address has no region.');
  const { firstname, lastname, telephone, city, postcode } = address;
  return {
    firstname,
    lastname,
    telephone: toReachableMobile(telephone) ?? telephone,
    street: streetLines(address),
    city,
    postcode,
    regionId: region.id,
    countryId: 'AU',
  };
}

type Change = {
  unverified: Session;
  addresses: readonly CustomerAddress[];
  customer: CustomerRow;
  existing: readonly store.AddressRow[];
};

/** Returns true if the list changes or deletes a default address, or an address that the session did not add. */
function changesOthers({ unverified, addresses, customer, existing }: Change): boolean {
  const listed = new Map(addresses.map((address) => [address.id, address]));
  const { defaultBillingId, defaultShippingId } = customer;
  const setsDefault = addresses.some(
    ({ id, default_billing, default_shipping }) =>
      (default_billing && defaultBillingId !== null && id !== defaultBillingId) ||
      (default_shipping && defaultShippingId !== null && id !== defaultShippingId),
  );
  const isFixed = (row: store.AddressRow) =>
    !mayChange(unverified, row) || row.id === defaultBillingId || row.id === defaultShippingId;
  return setsDefault || existing.some((row) => isFixed(row) && !isAsStored(row, listed.get(row.id)));
}

function isAsStored(row: store.AddressRow, listed: CustomerAddress | undefined): boolean {
  const before = { ...row, telephone: toReachableMobile(row.telephone) ?? row.telephone };
  return listed !== undefined && isDeepStrictEqual({ ...before, ...toAddressValues(listed) }, before);
}

function chooseDefault(
  saved: { id: number; address: CustomerAddress }[],
  { flag, present }: { flag: 'default_billing' | 'default_shipping'; present: number | null },
): number | null {
  // Clients may leave the old default flagged, so a newly flagged address wins.
  const flagged = saved.find(({ id, address }) => address[flag] === true && id !== present);
  const current = saved.find(({ id }) => id === present);
  return (flagged ?? current ?? saved[0])?.id ?? null;
}
