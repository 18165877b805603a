import { describe, expect, it } from 'vitest';
import { findRegionByName } from '#contract/rules/customer/regions.ts';
import { place } from '#contract/shop.ts';
import { createEmbeddedPlaces } from './embedded.ts';
import { readSuburbs } from './suburbs.ts';

const places = createEmbeddedPlaces();
const find = async (typed: string) => (await places.search(typed, '')).places;
const findLabels = async (typed: string): Promise<string[]> => (await find(typed)).map(({ label }) => label);

describe('the suburb list', () => {
  const suburbs = readSuburbs();

  it('lists the larger places of every Australian state once, with postcodes of that state', () => {
    const first: Record<string, RegExp> = {
      ACT: /^(26|29)/,
      NSW: /^2/,
      NT: /^08/,
      QLD: /^4/,
      SA: /^5/,
      TAS: /^7/,
      VIC: /^3/,
      WA: /^6/,
    };
    expect(suburbs.length).toBeGreaterThan(450);
    for (const { name, state, postcode } of suburbs) {
      expect(postcode, name).toMatch(/^\d{4}$/);
      expect(postcode, name).toMatch(first[state] as RegExp);
      expect(findRegionByName(state, 'AU')?.code).toBe(state);
    }
    const keys = suburbs.map(({ name, state, postcode }) => `${name} ${state} ${postcode}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('the built-in address search', () => {
  it('completes a street and the beginning of a suburb to a full address [VA-21, VA-22, VA-24]', async () => {
    const found = await find('12 Smith St, Fitzroy');
    expect(found[0]).toEqual({
      label: '12 Smith St, Fitzroy VIC 3065',
      street: '12 Smith St',
      suburb: 'Fitzroy',
      state: 'VIC',
      postcode: '3065',
      country: 'AU',
    });
    for (const each of found) expect(place.parse(each)).toEqual(each);
  });

  it.each([
    ['fitz', ['Fitzroy VIC 3065', 'Fitzroy North VIC 3068']],
    ['5/12 smith st fitzroy n', ['5/12 smith st, Fitzroy North VIC 3068']],
    ['Fitzroy Street St Kilda', ['Fitzroy Street, St Kilda VIC 3182', 'Fitzroy Street, St Kilda East VIC 3183']],
    ['12 Smith St Richmond VIC 3121', ['12 Smith St, Richmond VIC 3121']],
    ['1 Main Rd Richmond New South Wales', ['1 Main Rd, Richmond NSW 2753']],
    ['darwin', ['Darwin City NT 0800']],
    [
      '1 Smith St 0810',
      ['1 Smith St, Casuarina NT 0810', '1 Smith St, Nightcliff NT 0810', '1 Smith St, Rapid Creek NT 0810'],
    ],
    ['3065', ['Fitzroy VIC 3065']],
    ['9 Logan Rd mt gravatt', ['9 Logan Rd, Mount Gravatt QLD 4122']],
    ['oconnor', ["O'Connor ACT 2602"]],
    ['victoria park', ['Victoria Park WA 6100']],
    ['Victoria', ['Victoria Park WA 6100']],
  ])('completes the typed text %j to %j', async (typed, expected) => {
    expect(await findLabels(typed)).toEqual(expected);
  });

  it.each([
    '',
    ' ',
    'x',
    '12',
    '12 Smith St',
    '12 Smith Street',
    'Nowhere',
    '12 Smith St 9999',
    '"; drop table customers',
  ])('finds no place for %j', async (typed) => {
    expect(await findLabels(typed)).toEqual([]);
  });

  it('lists each suburb name once per state, and at most eight places', async () => {
    expect(await findLabels('paddington')).toEqual(['Paddington NSW 2021', 'Paddington QLD 4064']);
    expect(await findLabels('s')).toEqual([]);
    expect(await findLabels('so')).toHaveLength(8);
  });
});
