import { expect, it } from 'vitest';
import { formatName, formatPlaceLine, regionCode } from './address-text.ts';

const home = {
  firstname: 'Wren',
  lastname: 'Banks',
  telephone: '+61412345678',
  street: ['12 Fig Street'],
  city: 'Pyrmont',
  postcode: '2009',
  country_id: 'AU',
  region: { region: 'New South Wales', region_code: 'NSW', region_id: 570 },
};

const ofOrder = { ...home, region: 'New South Wales', region_code: 'NSW', street: ['12 Fig Street', 'Level 2'] };

it('formats saved and order addresses as street, city, region code and postcode [AC-05, AC-11]', () => {
  expect(formatPlaceLine(home)).toBe('12 Fig Street, Pyrmont NSW 2009');
  expect(formatPlaceLine(ofOrder)).toBe('12 Fig Street, Pyrmont NSW 2009');
  expect(regionCode({ ...ofOrder, region_code: null })).toBe('New South Wales');
  expect(formatPlaceLine({ ...ofOrder, street: [], region: null, region_code: null })).toBe('Pyrmont 2009');
});

it('shows only the first street line of saved and order addresses [EN-10]', () => {
  for (const address of [
    { ...home, street: ['Unit 4', '12 Fig Street'] },
    { ...ofOrder, street: ['Unit 4', 'b', 'c'] },
  ]) {
    expect(formatPlaceLine(address)).toBe('Unit 4, Pyrmont NSW 2009');
  }
});

it('joins the first and last name of an address [AC-02]', () => {
  expect(formatName(home)).toBe('Wren Banks');
  expect(formatName({ firstname: 'Cher', lastname: '' })).toBe('Cher');
});
