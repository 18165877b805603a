import { expect, it as test } from 'vitest';
import { readSuburbs } from '#server/integrations/places/suburbs.ts';
import { postcodeError } from './postcode.ts';
import { regionByName } from './regions.ts';

const inState = (postcode: string, state: string) => postcodeError(postcode, regionByName(state, 'AU'));

test.each([
  ['3000', 'NSW', 'New South Wales'],
  ['2000', 'VIC', 'Victoria'],
  ['2000', 'ACT', 'Australian Capital Territory'],
  ['0800', 'QLD', 'Queensland'],
  ['6000', 'TAS', 'Tasmania'],
])('rejects %s in %s', (postcode, code, state) => {
  expect(inState(postcode, code)).toEqual({ code: 'postcode_not_in_state', parameters: { postcode, state } });
});

test.each([
  ...[['0200', 'ACT'] as const, ['1001', 'NSW'] as const, ['8001', 'VIC'] as const, ['9000', 'QLD'] as const],
  ...[['2899', 'NSW'] as const, ['6798', 'WA'] as const, ['6799', 'WA'] as const, ['7151', 'TAS'] as const],
])('accepts %s in %s, a post box or an island', (postcode, state) => {
  expect(inState(postcode, state)).toBeNull();
});

test.each([
  ...[['0872', ['NT', 'SA', 'WA']] as const, ['2406', ['NSW', 'QLD']] as const, ['2540', ['NSW', 'ACT']] as const],
  ...[['2611', ['NSW', 'ACT']] as const, ['2618', ['NSW', 'ACT']] as const, ['2620', ['NSW', 'ACT']] as const],
  ...[['3500', ['VIC', 'NSW']] as const, ['3586', ['VIC', 'NSW']] as const, ['3644', ['VIC', 'NSW']] as const],
  ...[['3691', ['VIC', 'NSW']] as const, ['3707', ['VIC', 'NSW']] as const, ['4375', ['QLD', 'NSW']] as const],
  ...[['4377', ['QLD', 'NSW']] as const, ['4380', ['QLD', 'NSW']] as const, ['4383', ['QLD', 'NSW']] as const],
  ...[['4385', ['QLD', 'NSW']] as const, ['4825', ['QLD', 'NT']] as const],
])('accepts %s on each side of its border', (postcode, states) => {
  for (const state of states) expect(inState(postcode, state)).toBeNull();
});

test('accepts every suburb that the address search offers', () => {
  const wrong = readSuburbs().filter(({ postcode, state }) => inState(postcode, state) !== null);
  expect(wrong).toEqual([]);
});

test('rejects a postcode without four digits in any state', () => {
  for (const postcode of ['20', '20090', 'two']) expect(postcodeError(postcode, null)).toBe('postcode_invalid');
});
