import { describe, expect, it } from 'vitest';
import { cartAddress } from '#contract/shapes/customer.ts';
import { completeAddress, isAbroad } from './address-parts.ts';

const whole = cartAddress.parse({
  firstname: 'Wren',
  lastname: 'Banks',
  telephone: '0412345678',
  street: ['12 Fig Street'],
  city: 'Pyrmont',
  region_id: 570,
  postcode: '2009',
});
const nsw = { region: 'New South Wales', region_code: 'NSW', region_id: 570 };

describe('a cart address', () => {
  it.each([
    { region_id: 570 },
    { region_id: null, region: 'new south wales' },
    { region_id: null, region: 'NSW' },
    { region_id: 1, region_code: 'NSW' },
  ])('completes the region of an address from %o (VA-23)', (region) => {
    expect(completeAddress({ ...whole, ...region })).toMatchObject(nsw);
  });

  it.each(['firstname', 'lastname', 'telephone', 'city', 'postcode'] as const)(
    'treats an address without %s as incomplete',
    (part) => {
      expect(completeAddress({ ...whole, [part]: ' ' })).toBeNull();
    },
  );

  it('treats an address without a street line as incomplete', () => {
    expect(completeAddress({ ...whole, street: [] })).toBeNull();
    expect(completeAddress({ ...whole, street: ['', 'Unit 4'] })).toBeNull();
  });

  it('treats an address as incomplete if its region is not in its country (VA-20)', () => {
    expect(completeAddress({ ...whole, region_id: null, region: 'Atlantis' })).toBeNull();
    expect(completeAddress({ ...whole, region_id: 12 })).toBeNull();
  });

  it('treats only addresses outside Australia as abroad (BC-18)', () => {
    expect(isAbroad({ country_id: 'US' })).toBe(true);
    expect(isAbroad({ country_id: 'au' })).toBe(false);
  });
});
