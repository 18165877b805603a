import { describe, expect, it } from 'vitest';
import { formatFieldErrors } from '#test/support/field-errors.ts';
import { addressErrors, revealsDetails, splitFullname } from './address.ts';
import { AUSTRALIAN_STATES, findRegionById, findRegionByName, REGIONS } from './regions.ts';
import { isEmail, registrationErrors } from './registration.ts';

const good = {
  fullname: 'Wren Banks',
  mobile: '0412345678',
  street: '12 Fig Street',
  suburb: 'Pyrmont',
  state: 'New South Wales',
  country: 'AU',
  postcode: '2009',
};

describe('address form', () => {
  it('accepts a complete address', () => expect(formatFieldErrors(addressErrors(good))).toEqual({}));
  it('requires a mobile [VA-08]', () =>
    expect(formatFieldErrors(addressErrors({ ...good, mobile: '' }))).toEqual({
      mobile: 'Please enter a valid mobile',
    }));
  it('requires a full name [VA-09]', () => {
    expect(formatFieldErrors(addressErrors({ ...good, fullname: ' ' }))).toEqual({
      fullname: 'Please enter your full name',
    });
  });
  it('requires two words in the full name [VA-10]', () => {
    expect(formatFieldErrors(addressErrors({ ...good, fullname: 'Wren ' }))).toEqual({
      fullname: 'Please enter your full name',
    });
  });
  it('splits the full name into the first word and the rest [VA-11]', () => {
    expect(splitFullname('  Mary Anne  van Dyk ')).toEqual({ firstname: 'Mary', lastname: 'Anne van Dyk' });
  });
  it('requires two visible words in the full name, without links or phone numbers', () => {
    for (const fullname of ['\u200B \u200B', 'Wren \u202E'])
      expect(formatFieldErrors(addressErrors({ ...good, fullname }))).toEqual({
        fullname: 'Please enter your full name',
      });
    expect(splitFullname('\u202EWren \u2066Banks')).toEqual({ firstname: 'Wren', lastname: 'Banks' });
    for (const fullname of ['https://evil.example/x Win', 'evil .com', 'Wren @banks', 'Wren 0491 570 156'])
      expect(addressErrors({ ...good, fullname })).toEqual({ fullname: 'name_with_link' });
  });
  it('reports a missing street and suburb [VA-12, VA-13]', () => {
    expect(formatFieldErrors(addressErrors({ ...good, street: '', suburb: ' ' }))).toEqual({
      street: 'Missing street address',
      suburb: 'Missing suburb',
    });
  });
  it("reports a missing state, including the placeholder 'Enter State' [VA-14, VA-17]", () => {
    for (const state of ['', 'Enter State'])
      expect(formatFieldErrors(addressErrors({ ...good, state }))).toEqual({ state: 'Missing state' });
  });
  it('reports a missing country and postcode [VA-15, VA-16]', () => {
    const texts = formatFieldErrors(addressErrors({ ...good, country: '', postcode: '' }));
    expect(texts).toMatchObject({ country: 'Missing country', postcode: 'Missing postcode' });
  });
  it('rejects a state that is not a region of the country [VA-20]', () => {
    expect(formatFieldErrors(addressErrors({ ...good, state: 'Atlantis' }))).toEqual({ state: 'Missing state' });
    expect(formatFieldErrors(addressErrors({ ...good, state: 'California' }))).toEqual({ state: 'Missing state' });
  });
  it('reports the maximum length of street, suburb and mobile', () => {
    expect(formatFieldErrors(addressErrors({ ...good, street: 'x'.repeat(255), suburb: 'x'.repeat(100) }))).toEqual({});
    const long = { ...good, street: 'x'.repeat(300), suburb: 'x'.repeat(101), mobile: '4'.repeat(31) };
    expect(formatFieldErrors(addressErrors(long))).toEqual({
      street: 'Street address must be at most 255 characters',
      suburb: 'Suburb must be at most 100 characters',
      mobile: 'Please enter a valid mobile',
    });
  });
  it('requires a four-digit postcode', () => {
    for (const postcode of ['20', '20090', 'two'])
      expect(formatFieldErrors(addressErrors({ ...good, postcode }))).toEqual({
        postcode: 'Please enter a postcode of four digits',
      });
  });
  it('shows the address details when one of them is missing [VA-18]', () => {
    expect(revealsDetails({ postcode: 'postcode_required' })).toBe(true);
    expect(revealsDetails({ fullname: 'fullname_required' })).toBe(false);
  });
});

describe('regions', () => {
  it('numbers Australian states and territories as Adobe Commerce does [EN-62, EN-64]', () => {
    const ids = Object.fromEntries(AUSTRALIAN_STATES.map((state) => [state.code, state.id]));
    expect(ids).toEqual({ ACT: 569, NSW: 570, VIC: 571, QLD: 572, SA: 573, TAS: 574, WA: 575, NT: 576 });
  });
  it('numbers United States regions 1 to 65, each with a code and a name [EN-61, EN-66]', () => {
    const us = REGIONS.filter((region) => region.country === 'US');
    expect(us.map((region) => region.id)).toEqual(Array.from({ length: 65 }, (_, index) => index + 1));
    expect(REGIONS.every((region) => region.code !== '' && region.name !== '')).toBe(true);
  });
  it('finds a region by name, then by code [VA-23]', () => {
    expect(findRegionByName('new south wales', 'AU')?.id).toBe(570);
    expect(findRegionByName('NT', 'AU')?.id).toBe(576);
    expect(findRegionById(571)?.code).toBe('VIC');
  });
});

describe('registration form', () => {
  const form = { ...good, email: 'wren@example.com', terms: true };
  it('requires an email [VA-25]', () =>
    expect(formatFieldErrors(registrationErrors({ ...form, email: '' }))).toEqual({
      email: 'Please enter a valid email',
    }));
  it('rejects malformed email addresses [VA-26]', () => {
    for (const email of ['wren', 'wren@', '@example.com', 'wren@example', 'a b@example.com', 'wren@exa mple.com']) {
      expect(isEmail(email)).toBe(false);
    }
    for (const email of ['wren@example.com', "o'neil+gift@sub.example.com.au"]) expect(isEmail(email)).toBe(true);
  });
  it('requires accepted terms [VA-27]', () => {
    expect(formatFieldErrors(registrationErrors({ ...form, terms: false }))).toEqual({
      terms: 'Please accept the terms and conditions',
    });
  });
  it('applies the rules of the address form to the registration form', () => {
    expect(formatFieldErrors(registrationErrors({ ...form, postcode: '' }))).toEqual({ postcode: 'Missing postcode' });
  });
});
