import { describe, expect, it } from 'vitest';
import { NO_STATE } from '#contract/rules/customer/address.ts';
import { emptyAddress, fillFromPlace, toAddressForm, toNewAddress } from './address-values.ts';

const place = {
  label: '12 Smith St, Fitzroy VIC 3065',
  street: '12 Smith St',
  suburb: 'Fitzroy',
  state: 'Victoria',
  postcode: '3065',
  country: 'AU',
};
const form = { ...emptyAddress, fullname: 'Ann van Dam', mobile: '0412345678' };

describe('filledBy', () => {
  it('fills street, suburb, state, postcode and country from a place found by search [VA-21, VA-22, VA-24]', () => {
    expect(fillFromPlace(form, place)).toEqual({
      ...form,
      street: '12 Smith St',
      suburb: 'Fitzroy',
      state: 'Victoria',
      country: 'AU',
      postcode: '3065',
    });
  });

  it.each([
    ['New South Wales', 'New South Wales'],
    ['NSW', 'New South Wales'],
    ['Bavaria', NO_STATE],
  ])('matches the state %j to the entry %j in the region list [VA-23]', (state, expected) => {
    expect(fillFromPlace(form, { ...place, state }).state).toBe(expected);
  });

  it('keeps the typed values of fields for which the place has no value', () => {
    const typed = { ...form, street: '5/12 Smith St' };
    expect(fillFromPlace(typed, { ...place, street: '' })).toMatchObject({
      street: '5/12 Smith St',
      suburb: 'Fitzroy',
    });
  });
});

describe('newAddress', () => {
  const filled = fillFromPlace(form, place);

  it('splits the full name, sets the country to AU and looks up the region [VA-11, VA-19]', () => {
    expect(toNewAddress(filled)).toEqual({
      firstname: 'Ann',
      lastname: 'van Dam',
      telephone: '+61412345678',
      street: ['12 Smith St'],
      city: 'Fitzroy',
      region: { region_id: 571, region: 'Victoria', region_code: 'VIC' },
      region_id: 571,
      postcode: '3065',
      country_id: 'AU',
    });
  });

  it('returns null unless the state is in the region list and the name has two parts [VA-17, VA-20]', () => {
    expect(toNewAddress({ ...filled, state: NO_STATE })).toBeNull();
    expect(toNewAddress({ ...filled, state: 'Texas' })).toBeNull();
    expect(toNewAddress({ ...filled, fullname: 'Ann' })).toBeNull();
  });

  it('converts an address form to a saved address and back, with Australian mobile numbers in local format', () => {
    const saved = toNewAddress(filled);
    expect(saved?.telephone).toBe('+61412345678');
    for (const telephone of ['+61412345678', '0412345678', '0412 345 678', '61412345678'])
      expect(saved && toAddressForm({ ...saved, telephone })).toEqual(filled);
    expect(saved && toAddressForm({ ...saved, telephone: '+14155550123' }).mobile).toBe('+14155550123');
  });
});
