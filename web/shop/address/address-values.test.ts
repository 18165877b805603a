import { describe, expect, it } from 'vitest';
import { NO_STATE } from '#contract/rules/customer/address.ts';
import { emptyAddress, filledBy, formOf, newAddress } from './address-values.ts';

const place = {
  label: '12 Smith St, Fitzroy VIC 3065',
  street: '12 Smith St',
  suburb: 'Fitzroy',
  state: 'Victoria',
  postcode: '3065',
  country: 'AU',
};
const form = { ...emptyAddress, fullname: 'Ann van Dam', mobile: '0412345678' };

describe('picking a place', () => {
  it('VA-21 VA-22 VA-24 fills street, suburb, postcode and country', () => {
    expect(filledBy(form, place)).toEqual({
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
  ])('VA-23 the state %j becomes %j of the region list', (state, expected) => {
    expect(filledBy(form, { ...place, state }).state).toBe(expected);
  });

  it('a part the place does not know keeps what was typed', () => {
    const typed = { ...form, street: '5/12 Smith St' };
    expect(filledBy(typed, { ...place, street: '' })).toMatchObject({ street: '5/12 Smith St', suburb: 'Fitzroy' });
  });
});

describe('an address of the form', () => {
  const filled = filledBy(form, place);

  it('VA-11 VA-19 names are split, the country is AU and the region is the one of the list', () => {
    expect(newAddress(filled)).toEqual({
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

  it('VA-17 VA-20 is none without a known state or a full name', () => {
    expect(newAddress({ ...filled, state: NO_STATE })).toBeNull();
    expect(newAddress({ ...filled, state: 'Texas' })).toBeNull();
    expect(newAddress({ ...filled, fullname: 'Ann' })).toBeNull();
  });

  it('goes there and back, the mobile as Australians type it, however it is stored', () => {
    const saved = newAddress(filled);
    expect(saved?.telephone).toBe('+61412345678');
    for (const telephone of ['+61412345678', '0412345678', '0412 345 678', '61412345678'])
      expect(saved && formOf({ ...saved, telephone })).toEqual(filled);
    expect(saved && formOf({ ...saved, telephone: '+14155550123' }).mobile).toBe('+14155550123');
  });
});
