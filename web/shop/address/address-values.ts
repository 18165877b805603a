import { type AddressForm, NO_STATE, splitFullname } from '#contract/rules/customer/address.ts';
import { toE164, toLocalMobile } from '#contract/rules/customer/mobile.ts';
import { findRegionById, findRegionByName } from '#contract/rules/customer/regions.ts';
import { DEFAULT_COUNTRY } from '#contract/rules/limits.ts';
import type { CustomerAddress } from '#contract/shapes/customer.ts';
import type { Place } from '#contract/shop.ts';

export type NewAddress = Omit<CustomerAddress, 'id' | 'customer_id'> & {
  region: NonNullable<CustomerAddress['region']>;
  region_id: number;
};

export const emptyAddress: AddressForm = {
  fullname: '',
  mobile: '',
  street: '',
  suburb: '',
  state: NO_STATE,
  country: DEFAULT_COUNTRY,
  postcode: '',
};

/** Fills the form from a place, and keeps typed values for parts that the place lacks. */
export function fillFromPlace(form: AddressForm, place: Place): AddressForm {
  return {
    ...form,
    street: place.street || form.street,
    suburb: place.suburb || form.suburb,
    state: findRegionByName(place.state, DEFAULT_COUNTRY)?.name ?? form.state,
    country: DEFAULT_COUNTRY,
    postcode: place.postcode || form.postcode,
  };
}

/** Returns null if the form's name or state is invalid. */
export function toNewAddress(form: AddressForm): NewAddress | null {
  const name = splitFullname(form.fullname);
  const region = findRegionByName(form.state, DEFAULT_COUNTRY);
  if (!name || !region) return null;
  return {
    ...name,
    telephone: toE164(form.mobile) ?? form.mobile.trim(),
    street: [form.street.trim()],
    city: form.suburb.trim(),
    region: { region_id: region.id, region: region.name, region_code: region.code },
    region_id: region.id,
    postcode: form.postcode.trim(),
    country_id: DEFAULT_COUNTRY,
  };
}

/** Fills the form with the first street line only, because the other lines cannot be edited. */
export function toAddressForm(address: CustomerAddress): AddressForm {
  const region = findRegionById(address.region?.region_id ?? address.region_id ?? 0);
  return {
    fullname: `${address.firstname} ${address.lastname}`.trim(),
    mobile: toLocalMobile(toE164(address.telephone) ?? address.telephone),
    street: address.street[0] ?? '',
    suburb: address.city,
    state: region?.name ?? NO_STATE,
    country: DEFAULT_COUNTRY,
    postcode: address.postcode,
  };
}
