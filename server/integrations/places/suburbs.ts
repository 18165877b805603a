import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Suburb = { name: string; state: string; postcode: string };

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
