import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `state`: VIC; `postcode`: four digits as text, such as 0800. */
export type Suburb = { name: string; state: string; postcode: string };

/** Parses a line with a state's code, then lines such as '3065 Fitzroy, Another'. */
function parseSuburbs(text: string): Suburb[] {
  const suburbs: Suburb[] = [];
  let state = '';
  for (const line of text.split('\n').filter((each) => each !== '' && !each.startsWith('#'))) {
    const group = /^(\d{4}) (.+)$/.exec(line);
    if (!group) state = line;
    else
      for (const name of (group[2] as string).split(', ')) suburbs.push({ name, state, postcode: group[1] as string });
  }
  return suburbs;
}

export function readSuburbs(): Suburb[] {
  return parseSuburbs(readFileSync(join(import.meta.dirname, 'suburbs.txt'), 'utf8'));
}
