import { regionByName } from '#contract/rules/regions.ts';

/** What was typed, taken apart: words that may be street and suburb, and what stood behind them. */
export type TypedAddress = { words: string[]; state: string | null; postcode: string };

type NamedState = { code: string; length: number };

const LONGEST_STATE_NAME = 3;

/** '12 Smith St, Fitzroy Vic 30' -> words 12 Smith St Fitzroy, state VIC, postcode '30' (its beginning). */
export function parseTyped(typed: string): TypedAddress {
  const all = typed.replaceAll(',', ' ').trim().split(/\s+/).filter(Boolean);
  const words = [...all];
  let state: string | null = null;
  let postcode = '';
  while (words.length > 0) {
    const last = words.at(-1) as string;
    // A number that stands alone is a postcode only when it is whole: '12' is how a street begins.
    if (postcode === '' && (/^\d{4}$/.test(last) || (words.length > 1 && /^\d{1,4}$/.test(last)))) {
      postcode = last;
      words.pop();
      continue;
    }
    const named: NamedState | null = state === null ? trailingState(words) : null;
    if (!named) break;
    state = named.code;
    words.length -= named.length;
  }
  // Nothing but a state's name is rather the start of a suburb such as Victoria Park.
  return words.length === 0 && postcode === '' ? { words: all, state: null, postcode } : { words, state, postcode };
}

function trailingState(words: string[]): NamedState | null {
  for (let length = Math.min(LONGEST_STATE_NAME, words.length); length > 0; length -= 1) {
    const region = regionByName(words.slice(-length).join(' '), 'AU');
    if (region) return { code: region.code, length };
  }
  return null;
}
