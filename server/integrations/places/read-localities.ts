import { parse } from 'csv-parse/sync';
import { findRegionByName } from '#contract/rules/customer/regions.ts';
import type { Suburb } from './suburbs.ts';

export type ReadLocalities = { suburbs: Suburb[]; errors: string[] };

type Row = Record<string, string | undefined>;

/**
 * `count`: how many addresses the locality has; more means better known. `errors` name the line and the fix; if there
 * are any, the caller must reject the file.
 */
export function readLocalitiesCsv(text: string): ReadLocalities {
  let rows: { record: Row; info: { lines: number } }[];
  try {
    rows = parse(text, {
      columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
      bom: true,
      info: true,
      trim: true,
      skip_empty_lines: true,
    });
  } catch (error) {
    return { suburbs: [], errors: [`This is not a CSV file: ${(error as Error).message}`] };
  }
  const missing = ['locality', 'state', 'postcode'].filter((name) => rows[0] && rows[0].record[name] === undefined);
  if (rows.length === 0 || missing.length > 0) {
    return {
      suburbs: [],
      errors: [
        `The first line must name the columns locality, state and postcode${missing.length > 0 ? `; ${missing.join(' and ')} is missing` : ''}.`,
      ],
    };
  }
  const errors: string[] = [];
  const suburbs = new Map<string, Suburb & { count: number }>();
  for (const { record, info } of rows) {
    const suburb = parseSuburb(record);
    if (typeof suburb === 'string') errors.push(`Line ${info.lines}: ${suburb}`);
    else suburbs.set(`${suburb.name.toLowerCase()}|${suburb.state}|${suburb.postcode}`, suburb);
  }
  const sorted = [...suburbs.values()].sort((a, b) => b.count - a.count || a.name.localeCompare(b.name));
  return { suburbs: sorted.map(({ name, state, postcode }) => ({ name, state, postcode })), errors };
}

function parseSuburb(row: Row): (Suburb & { count: number }) | string {
  const region = findRegionByName(row.state ?? '', 'AU');
  if (!region) return `"${row.state}" is no Australian state; use a code such as NSW.`;
  const name = toTitleCase(
    (row.locality ?? '').replaceAll(/[\u2018\u2019\u02BC`\u00B4]/g, "'").replaceAll(/\s+/g, ' '),
  );
  if (name === '') return 'the locality is empty.';
  const postcode = row.postcode ?? '';
  // Spreadsheets drop the leading zero of Darwin's 0800.
  if (/^\d{3}$/.test(postcode))
    return `the postcode ${postcode} has lost its leading zero; save the column as text (0${postcode}).`;
  if (!/^\d{4}$/.test(postcode)) return `"${postcode}" is no postcode; four digits are needed.`;
  return { name, state: region.code, postcode, count: Number(row.count) || 0 };
}

const SMALL_WORDS = new Set(['of', 'and', 'the', 'on']);

/** 'MCLAREN VALE' becomes 'McLaren Vale'; mixed case stays. Names with Mac are ambiguous (Mackay, Macquarie). */
function toTitleCase(name: string): string {
  if (name !== name.toUpperCase()) return name;
  return name
    .toLowerCase()
    .split(/([\s\-(]+)/)
    .map((word, index) => (index > 0 && SMALL_WORDS.has(word) ? word : titleCaseWord(word)))
    .join('');
}

/** Capitalises after an apostrophe only if one letter precedes it: O'Connor, but Mary's. */
function titleCaseWord(word: string): string {
  return word.replace(/^(\p{L}'(?=\p{L}{2})|mc(?=\p{L}{2}))?(\p{L})/u, (_, before = '', letter: string) => {
    const start = before === '' ? '' : before.charAt(0).toUpperCase() + before.slice(1);
    return start + letter.toUpperCase();
  });
}
