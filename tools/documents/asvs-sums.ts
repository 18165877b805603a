import type { TextFile } from './requirements.ts';

/** `asvs`: the page with every requirement. `security`: the page that repeats its totals. */
type Pages = { asvs: TextFile; security: TextFile };
type Requirement = { number: string; state: string };

const STATES = ['Met', 'Not met', 'Not applicable'];
/** Matches a requirement such as 6.2.1, or a range of two requirements. */
const NUMBERS = /\b(\d+\.\d+)\.(\d+)(?:–\1\.(\d+))?/g;

/** Returns errors, as 'path: error', for counts on the two pages that do not match the listed requirements. */
export function asvsErrors({ asvs, security }: Pages): string[] {
  const requirements = STATES.flatMap((state) => parseNumbers(asvs.text, state).map((number) => ({ number, state })));
  const sums = sumByChapter(requirements);
  const [met = 0, notMet = 0] = sums.get('sum') ?? [];
  const apply = met + notMet;
  const share = `${((100 * met) / apply).toFixed(1)} %`;
  return [
    ...repeatedNumbers(requirements),
    ...sumErrors(asvs, sums),
    ...missingWords(asvs, [
      `the ${requirements.length} requirements`,
      `${met} of ${apply} that apply are met: ${share}.`,
    ]),
    ...missingWords(security, [`of the ${requirements.length} in`, `${apply} apply and ${met} are met, ${share}.`]),
  ];
}

/** In tables, only numbers in the first cell are requirements; other cells may contain version numbers. */
function parseNumbers(text: string, heading: string): string[] {
  const [section = ''] = (text.split(`\n## ${heading}\n`)[1] ?? '').split('\n## ');
  return section.split('\n').flatMap((line) => {
    const where = line.startsWith('| ') ? (line.split('|')[1] ?? '') : line;
    return [...where.matchAll(NUMBERS)].flatMap(([, group, first, last = first]) =>
      Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => `${group}.${Number(first) + index}`),
    );
  });
}

function repeatedNumbers(requirements: Requirement[]): string[] {
  const numbers = requirements.map(({ number }) => number);
  return numbers
    .filter((number, index) => numbers.indexOf(number) !== index)
    .map((number) => `${number} is listed twice`);
}

function sumByChapter(requirements: Requirement[]): Map<string, number[]> {
  const count = (group: Requirement[]) =>
    STATES.map((state) => group.filter((requirement) => requirement.state === state).length);
  const chapters = Map.groupBy(requirements, ({ number }) => `V${number.split('.')[0]}`);
  return new Map([
    ...[...chapters].map(([name, group]) => [name, count(group)] as const),
    ['sum', count(requirements)] as const,
  ]);
}

function sumErrors({ path, text }: TextFile, sums: Map<string, number[]>): string[] {
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('*', '')),
    );
  const figuresByName = new Map(
    rows.map(([name = '', ...figures]) => [/^(V\d+|sum)\b/.exec(name)?.[1] ?? '', figures.join(', ')]),
  );
  return [...sums].flatMap(([name, figures]) =>
    figuresByName.get(name) === figures.join(', ')
      ? []
      : [`${path}: ${name} has ${figuresByName.get(name) ?? 'no row'}, but its requirements are ${figures.join(', ')}`],
  );
}

function missingWords({ path, text }: TextFile, words: string[]): string[] {
  const line = text.replaceAll(/\s+/g, ' ');
  return words.filter((part) => !line.includes(part)).map((part) => `${path}: the sentence "${part}" is missing`);
}
