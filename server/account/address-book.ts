import type { CustomerAddress } from '#contract/shapes.ts';
import type { Transaction } from '../database/handle.ts';
import { type Failure, failure } from '../http/failures.ts';
import { addressFailure, regionOf, streetLines } from './saved-address.ts';
import * as store from './store.ts';

/**
 * Makes `addresses` the whole address book of a member, as Magento's PUT customers/me does: entries with an id are
 * changed, entries without one are new, saved ones that are not listed are deleted. Checks everything before it writes.
 * The first address becomes the default where none is chosen (OQ-132).
 */
export async function saveAddressBook(
  tx: Transaction,
  { memberId, addresses }: { memberId: number; addresses: CustomerAddress[] },
): Promise<Failure | null> {
  const unfit = addresses.map(addressFailure).find((found) => found !== null);
  if (unfit) return unfit;
  const defaults = await store.lockMember(tx, memberId);
  const owned = new Set(await store.addressIds(tx, memberId));
  const listed = addresses.flatMap(({ id }) => id ?? []);
  const foreign = listed.find((id) => !owned.has(id));
  if (foreign !== undefined) return noSuchAddress(foreign);
  const dropped = [...owned].filter((id) => !listed.includes(id));
  if (dropped.length > 0) await store.deleteAddresses(tx, { memberId, ids: dropped });
  const saved: { id: number; given: CustomerAddress }[] = [];
  for (const given of addresses) saved.push({ id: await saveOne(tx, { memberId, given }), given });
  await store.updateMember(tx, memberId, {
    defaultBillingId: chosenDefault(saved, { flag: 'default_billing', present: defaults.defaultBillingId }),
    defaultShippingId: chosenDefault(saved, { flag: 'default_shipping', present: defaults.defaultShippingId }),
  });
  return null;
}

export function noSuchAddress(addressId: number): Failure {
  return failure('no_such_entity', { fieldName: 'addressId', fieldValue: addressId });
}

async function saveOne(
  tx: Transaction,
  { memberId, given }: { memberId: number; given: CustomerAddress },
): Promise<number> {
  const region = regionOf(given);
  if (!region) throw new Error('An address without a region came past its check.');
  const { firstname, lastname, telephone, city, postcode, id } = given;
  const values = {
    firstname,
    lastname,
    telephone,
    street: streetLines(given),
    city,
    postcode,
    regionId: region.id,
    countryId: 'AU',
  };
  if (id === undefined) return store.insertAddress(tx, { memberId, values });
  await store.updateAddress(tx, { memberId, id, values });
  return id;
}

function chosenDefault(
  saved: { id: number; given: CustomerAddress }[],
  { flag, present }: { flag: 'default_billing' | 'default_shipping'; present: number | null },
): number | null {
  // A client may leave the flag on the old default beside the new one: the newly flagged one is meant.
  const asked = saved.find(({ id, given }) => given[flag] === true && id !== present);
  const kept = saved.find(({ id }) => id === present);
  return (asked ?? kept ?? saved[0])?.id ?? null;
}
