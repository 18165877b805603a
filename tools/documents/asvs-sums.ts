import type { TextFile } from './requirements.ts';

type Row = { number: string; state: string };
/** `rows`: the pages with one row for each requirement. */
type Pages = { rows: TextFile[]; summary: TextFile; security: TextFile };

const STATES = ['met', 'not met', 'n/a'];
const NUMBER = /\b\d+\.\d+\.\d+\b/g;

/** Figures and lists of the two pages that differ from the rows, as 'path: error'. */
export function asvsErrors({ rows: pages, summary, security }: Pages): string[] {
  const rows = pages.flatMap(({ text }) => readRows(text));
  const sums = sumsOf(rows);
  const open = rows.filter(({ state }) => state === 'not met').map(({ number }) => number);
  const [met = 0, notMet = 0] = sums.get('sum') ?? [];
  const apply = met + notMet;
  const share = `${((100 * met) / apply).toFixed(1)} %`;
  return [
    ...rowErrors(rows),
    ...sumErrors(summary, sums),
    ...sumErrors(security, sums),
    ...missingWords(summary, [`${rows.length} requirements`, `${met} of ${apply} that apply are met: ${share}.`]),
    ...missingWords(security, [`the ${rows.length} requirements`, `${apply} apply and ${met} are met, ${share}.`]),
    ...listErrors(summary, { heading: '## Not met', open }),
    ...listErrors(security, { heading: 'What is not met:', open }),
  ];
}

const tableRows = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim().replaceAll('*', '')));

function readRows(text: string): Row[] {
  return tableRows(text).flatMap(([number = '', , state = '']) =>
    /^\d+\.\d+\.\d+$/.test(number) ? [{ number, state }] : [],
  );
}

function rowErrors(rows: Row[]): string[] {
  const unknown = rows.filter(({ state }) => !STATES.includes(state));
  const numbers = rows.map(({ number }) => number);
  const repeated = numbers.filter((number, index) => numbers.indexOf(number) !== index);
  return [
    ...unknown.map(({ number, state }) => `${number}: "${state}" is no state`),
    ...repeated.map((number) => `${number} is there twice`),
  ];
}

/** How many rows each chapter, and all together, have of each state. */
function sumsOf(rows: Row[]): Map<string, number[]> {
  const count = (some: Row[]) => STATES.map((state) => some.filter((row) => row.state === state).length);
  const chapters = Map.groupBy(rows, ({ number }) => `V${number.split('.')[0]}`);
  return new Map([...[...chapters].map(([name, some]) => [name, count(some)] as const), ['sum', count(rows)] as const]);
}

function sumErrors({ path, text }: TextFile, sums: Map<string, number[]>): string[] {
  const said = new Map(
    tableRows(text).map(([name = '', ...figures]) => [/^\[?(V\d+|sum)\b/.exec(name)?.[1] ?? '', figures.join(', ')]),
  );
  return [...sums].flatMap(([name, figures]) =>
    said.get(name) === figures.join(', ')
      ? []
      : [`${path}: ${name} has ${said.get(name) ?? 'no row'}, its requirements are ${figures.join(', ')}`],
  );
}

function missingWords({ path, text }: TextFile, words: string[]): string[] {
  const line = text.replaceAll(/\s+/g, ' ');
  return words.filter((part) => !line.includes(part)).map((part) => `${path}: does not say "${part}"`);
}

function listErrors({ path, text }: TextFile, { heading, open }: { heading: string; open: string[] }): string[] {
  const [list = ''] = (text.split(`\n${heading}\n`)[1] ?? '').split('\n## ');
  const listed = new Set(list.match(NUMBER) ?? []);
  return [
    ...open.filter((number) => !listed.has(number)).map((number) => `${path}: ${number} is not met`),
    ...[...listed].filter((number) => !open.includes(number)).map((number) => `${path}: ${number} is no row "not met"`),
  ];
}
