import { findRegionByName } from '#contract/rules/customer/regions.ts';
import type { Place } from '#contract/shop.ts';
import type { Places } from './port.ts';
import { readSuburbs, type Suburb } from './suburbs.ts';

const MAX_PLACES = 8;
const FEWEST_LETTERS = 2;
/** After a street name, input shorter than this is more likely the start of 'Street' than of a suburb. */
const FEWEST_LETTERS_AFTER_STREET = 3;
const STREET_WORDS =
  /^(st|str|street|rd|road|av|ave|avenue|ln|lane|dr|drive|ct|court|pl|place|cres|crescent|pde|parade|tce|terrace|hwy|highway|cl|close|way|bvd|boulevard)$/;

export type SuburbList = { suburbs: Suburb[]; attribution: string };

type Listed = Suburb & { key: string };
type Match = { street: string; suburbs: Listed[] };

export function createEmbeddedPlaces(
  { suburbs, attribution }: SuburbList = { suburbs: readSuburbs(), attribution: '' },
): Places {
  const listed = suburbs.map((suburb) => ({ ...suburb, key: normalizeName(suburb.name) }));
  return {
    name: 'embedded',
    search: async (typed) => ({ places: suggestPlaces(listed, typed), attribution }),
    getPlace: async () => null,
  };
}

function suggestPlaces(listed: Listed[], typed: string): Place[] {
  const address = parseTyped(typed);
  const possible = listed.filter(
    ({ state, postcode }) => (address.state ?? state) === state && postcode.startsWith(address.postcode),
  );
  const { street, suburbs } = bySuburb(possible, address) ?? byPostcode(possible, address);
  return suburbs.slice(0, MAX_PLACES).map((suburb) => asPlace(street, suburb));
}

/** Matches the longest ending of the typed text that starts a suburb's name; the rest is the street. */
function bySuburb(possible: Listed[], { words }: TypedAddress): Match | null {
  for (let first = 0; first < words.length; first += 1) {
    const tail = normalizeName(words.slice(first).join(' '));
    if (!mayBeSuburb(tail, { afterStreet: first > 0 })) continue;
    const suburbs = possible.filter(({ key }) => key.startsWith(tail));
    suburbs.sort((a, b) => Number(b.key === tail) - Number(a.key === tail) || a.key.localeCompare(b.key));
    if (suburbs.length > 0) return { street: words.slice(0, first).join(' '), suburbs };
  }
  return null;
}

function mayBeSuburb(tail: string, { afterStreet }: { afterStreet: boolean }): boolean {
  if (STREET_WORDS.test(tail) && afterStreet) return false;
  return tail.length >= (afterStreet ? FEWEST_LETTERS_AFTER_STREET : FEWEST_LETTERS);
}

function byPostcode(possible: Listed[], { words, postcode }: TypedAddress): Match {
  return { street: words.join(' '), suburbs: postcode.length === 4 ? possible : [] };
}

/** Returns a key that matches 'Mt Gravatt' and "O'Connor" however they are typed. */
function normalizeName(name: string): string {
  return name
    .toLowerCase()
    .replace(/['’.]/g, '')
    .replace(/^mt\b/, 'mount')
    .replace(/^saint\b/, 'st')
    .trim();
}

function asPlace(street: string, { name, state, postcode }: Suburb): Place {
  const label = `${street === '' ? '' : `${street}, `}${name} ${state} ${postcode}`;
  return { label, street, suburb: name, state, postcode, country: 'AU' };
}

type TypedAddress = { words: string[]; state: string | null; postcode: string };

type NamedState = { code: string; length: number };

const LONGEST_STATE_NAME = 3;

/** '12 Smith St, Fitzroy Vic 30' -> 12 Smith St Fitzroy, VIC, '30' */
function parseTyped(typed: string): TypedAddress {
  const all = typed.replaceAll(',', ' ').trim().split(/\s+/).filter(Boolean);
  const words = [...all];
  let state: string | null = null;
  let postcode = '';
  while (words.length > 0) {
    const last = words.at(-1) as string;
    // A number on its own is a postcode only if it has four digits, because '12' alone starts a street.
    if (postcode === '' && (/^\d{4}$/.test(last) || (words.length > 1 && /^\d{1,4}$/.test(last)))) {
      postcode = last;
      words.pop();
      continue;
    }
    const named: NamedState | null = state === null ? parseTrailingState(words) : null;
    if (!named) break;
    state = named.code;
    words.length -= named.length;
  }
  // A state name on its own more likely starts a suburb, such as Victoria Park.
  return words.length === 0 && postcode === '' ? { words: all, state: null, postcode } : { words, state, postcode };
}

function parseTrailingState(words: string[]): NamedState | null {
  for (let length = Math.min(LONGEST_STATE_NAME, words.length); length > 0; length -= 1) {
    const region = findRegionByName(words.slice(-length).join(' '), 'AU');
    if (region) return { code: region.code, length };
  }
  return null;
}
