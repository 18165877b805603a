import { findRegionById } from '#contract/rules/customer/regions.ts';
import { STORE_ID, WEBSITE_ID } from '#contract/rules/limits.ts';
import type { Customer, CustomerAddress } from '#contract/shapes/customer.ts';
import type { Context } from '#server/context.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { imagePath } from '#server/platform/pictures/picture-address.ts';
import { type AddressRow, type CustomerFound, readAddress, readCustomer } from './customers-store.ts';
import { shownContact } from './former-owner-rules.ts';

export {
  giftHoldEndDay,
  isFormerMailbox,
  isFormerRecord,
  paymentCardCutoff,
  resolveContactMobile,
  shownContact,
} from './former-owner-rules.ts';

type SavedAddress = CustomerAddress & { id: number };

export function loadCustomerById(context: Context, customerId: number): Promise<Customer> {
  return loadCustomer(context.database.orm, customerId);
}

export async function loadCustomer(handle: Handle, customerId: number): Promise<Customer> {
  const stored = await readCustomer(handle, customerId);
  if (!stored) throw new Error(`Customer ${customerId} does not exist.`);
  return asCustomer(stored);
}

/** Returns the saved address without default flags, or null for another customer's address. */
export async function findSavedAddress(
  handle: Handle,
  ids: { customerId: number; addressId: number },
): Promise<SavedAddress | null> {
  const row = await readAddress(handle, ids);
  return row ? asSavedAddress(row) : null;
}

function asCustomer({ customer, addresses, sellerPicture }: CustomerFound): Customer {
  const { id, firstname, mobile, defaultBillingId, defaultShippingId } = customer;
  const unproved = customer.unprovedSince !== null;
  const { email, lastname } = shownContact(customer);
  const isSaved = (addressId: number | null): addressId is number =>
    addresses.some((address) => address.id === addressId);
  return {
    id,
    email,
    firstname,
    lastname,
    fullname: `${firstname} ${lastname}`,
    mobile,
    created_at: customer.createdAt.toISOString(),
    store_id: STORE_ID,
    website_id: WEBSITE_ID,
    ...(isSaved(defaultBillingId) ? { default_billing: String(defaultBillingId) } : {}),
    ...(isSaved(defaultShippingId) ? { default_shipping: String(defaultShippingId) } : {}),
    address: asFormAddress(addresses.find((address) => address.id === defaultShippingId) ?? addresses[0]),
    ...(unproved ? { unproved } : {}),
    shop_image: sellerPicture ? imagePath(sellerPicture) : '',
    addresses: addresses.map((address) => ({
      ...asSavedAddress(address),
      ...(address.id === defaultShippingId ? { default_shipping: true } : {}),
      ...(address.id === defaultBillingId ? { default_billing: true } : {}),
    })),
  };
}

function asFormAddress(row: AddressRow | undefined): Customer['address'] {
  if (!row) return { street_address: '', suburb: '', state: '', country: '', postcode: '' };
  return {
    street_address: row.street.join(', '),
    suburb: row.city,
    state: findRegionById(row.regionId)?.name ?? '',
    country: row.countryId,
    postcode: row.postcode,
  };
}

function asSavedAddress(row: AddressRow): SavedAddress {
  const region = findRegionById(row.regionId);
  if (!region) throw new Error(`Address ${row.id} has the unknown region ${row.regionId}.`);
  return {
    id: row.id,
    customer_id: row.customerId,
    firstname: row.firstname,
    lastname: row.lastname,
    telephone: row.telephone,
    street: row.street,
    city: row.city,
    postcode: row.postcode,
    country_id: row.countryId,
    region: { region: region.name, region_code: region.code, region_id: region.id },
    region_id: region.id,
  };
}
