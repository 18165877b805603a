import { parseArgs } from 'node:util';

/** `npm test` runs these parts; `npm run test:all` runs all of `PARTS`. */
export const DEFAULT_PARTS = ['static', 'unit', 'api', 'e2e'] as const;
const PARTS = [...DEFAULT_PARTS, 'long', 'firefox'] as const;
export type Part = (typeof PARTS)[number];

export const USAGE = `npm test                      every default check
npm test -- PART ...          some parts: ${PARTS.join(', ')}
npm test -- --changed [REF]   tests of files changed since REF (default: the start of the branch)
npm run test:all              everything at full size, on both databases`;

export type Options = { parts: readonly Part[]; isFull: boolean; isChanged: boolean; ref: string | undefined };

export function readOptions(args: string[]): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { all: { type: 'boolean', default: false }, changed: { type: 'boolean', default: false } },
  });
  if (values.changed) {
    const [ref, extra] = positionals;
    if (extra !== undefined) throw new Error(`--changed takes one REF and no parts. Remove "${extra}".`);
    return { parts: [], isFull: false, isChanged: true, ref };
  }
  const unknown = positionals.find((part) => !PARTS.includes(part as Part));
  if (unknown !== undefined) throw new Error(`Unknown part "${unknown}". The parts are ${PARTS.join(', ')}.`);
  const usual = values.all ? PARTS : DEFAULT_PARTS;
  const parts = positionals.length === 0 ? usual : PARTS.filter((part) => positionals.includes(part));
  return { parts, isFull: values.all, isChanged: false, ref: undefined };
}
