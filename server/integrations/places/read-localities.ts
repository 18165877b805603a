import { parse } from 'csv-parse/sync';
import { regionByName } from '#contract/rules/customer/regions.ts';
import type { Suburb } from './suburbs.ts';

export type ReadLocalities = { suburbs: Suburb[]; errors: string[] };

type Row = Record<string, string | undefined>;

/**
 * Reads a CSV with the columns locality, state, postcode and, if there is one, count (how many addresses: the best
 * known first). `errors` name the line and say what to do; a row with one is left out, and the caller rejects the
 * file.
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
    const suburb = suburbOf(record);
    if (typeof suburb === 'string') errors.push(`Line ${info.lines}: ${suburb}`);
    else suburbs.set(`${suburb.name}|${suburb.state}|${suburb.postcode}`, suburb);
  }
  const sorted = [...suburbs.values()].sort((a, b) => b.count - a.count || a.name.localeCompare(b.name));
  return { suburbs: sorted.map(({ name, state, postcode }) => ({ name, state, postcode })), errors };
}

function suburbOf(row: Row): (Suburb & { count: number }) | string {
  const region = regionByName(row.state ?? '', 'AU');
  if (!region) return `"${row.state}" is no Australian state; use a code such as NSW.`;
  const name = titled(row.locality ?? '');
  if (name === '') return 'the locality is empty.';
  const postcode = row.postcode ?? '';
  // A spreadsheet that took postcodes for numbers has lost the zero of Darwin's 0800.
  if (/^\d{3}$/.test(postcode))
    return `the postcode ${postcode} has lost its leading zero; save the column as text (0${postcode}).`;
  if (!/^\d{4}$/.test(postcode)) return `"${postcode}" is no postcode; four digits are needed.`;
  return { name, state: region.code, postcode, count: Number(row.count) || 0 };
}

/** Lists often come in capitals: 'SURRY HILLS' becomes 'Surry Hills'; names written with care stay. */
function titled(name: string): string {
  if (name !== name.toUpperCase()) return name;
  return name
    .toLowerCase()
    .replace(/(^|[\s\-'(])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
    .replace(/'S\b/g, "'s");
}
