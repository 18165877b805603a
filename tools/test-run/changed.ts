import { join } from 'node:path/posix';
import { readSources, type SourceFile } from '../checks/source-files.ts';

const SMOKE = ['e2e/journeys/buy-a-gift-card.test.ts'];
const MAX_JOURNEYS = 3;
const MAX_LISTED = 5;

/** These tests read files as text, so --changed cannot select them by their imports. */
export const FILE_CHECKS = ['tools/checks', 'tools/documents'];
/** These tests run SQL, so --changed cannot select them by their imports. */
export const SQL_TESTS = 'server/platform/database';

export const changesSql = (files: readonly string[]): boolean => files.some((file) => file.startsWith('db/'));

/** Returns the routes of screens that use these files, as in web/shop/routes.ts ('product/:id'). */
export function findAffectedAddresses(
  files: readonly string[],
  sources: readonly SourceFile[] = readSources(),
): string[] {
  const reached = findImporters(files, sources);
  const routes = sources.find(({ path }) => path === 'web/shop/routes.ts')?.text ?? '';
  const pairs = [...routes.matchAll(/route\('([^']+)', '([^']+)'\)/g)];
  const screens = pairs.flatMap(([, address = '', file]) =>
    reached.has(join('web/shop', file ?? '')) ? [address] : [],
  );
  return reached.has('web/till/till-app.tsx') ? [...screens, 'till'] : screens;
}

function findImporters(files: readonly string[], sources: readonly SourceFile[]): Set<string> {
  const importers = new Map<string, string[]>();
  for (const { path, imports } of sources)
    for (const { target } of imports) if (target) importers.set(target, [...(importers.get(target) ?? []), path]);
  const reached = new Set(files);
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);
  return reached;
}

export function mentionsAddress(text: string, address: string): boolean {
  const [fixed = ''] = address.split(/\/:/);
  return new RegExp(`/${fixed}${address.includes('/:') ? '/' : '(?![\\w/-])'}`).test(text);
}

/**
 * Returns at most three journeys: first the changed ones, then a purchase if the product changed, then those that visit
 * a changed screen or use a changed step. `left` holds the rest.
 */
export function selectJourneys(
  files: readonly string[],
  sources: readonly SourceFile[] = readSources(),
): { journeys: string[]; left: string[] } {
  const all = sources.filter(({ path }) => /^e2e\/(journeys|long)\/.*\.test\.ts$/.test(path));
  const addresses = findAffectedAddresses(
    files.filter((file) => file.startsWith('web/') && !isTest(file)),
    sources,
  );
  const usingSteps = findImporters(
    files.filter((file) => /^(e2e|test)\//.test(file) && !isTest(file)),
    sources,
  );
  const concerned = all
    .filter(({ path, text }) => usingSteps.has(path) || addresses.some((address) => mentionsAddress(text, address)))
    .map(({ path }) => path);
  const isProduct = files.some((file) => /^(server|web|contract|db)\//.test(file) && !isTest(file));
  const changed = all.map(({ path }) => path).filter((path) => files.includes(path));
  const short = concerned.filter((path) => path.startsWith('e2e/journeys/'));
  const candidates = [...new Set([...changed, ...(isProduct ? SMOKE : []), ...short])];
  const journeys = candidates.slice(0, MAX_JOURNEYS);
  return { journeys, left: [...new Set([...candidates, ...concerned])].filter((path) => !journeys.includes(path)) };
}

const isTest = (file: string): boolean => /\.test\./.test(file);

/** Returns a sentence for each group of tests that --changed leaves out. `left`: journeys that will not run. */
export function describeSkipped(files: readonly string[], left: readonly string[]): string[] {
  const changes = (pattern: RegExp) => files.filter((file) => pattern.test(file));
  const journeysIn = (folder: string) => left.filter((path) => path.startsWith(folder));
  const groups: [readonly string[], (names: string) => string][] = [
    [journeysIn('e2e/journeys/'), (names) => `Journeys: ${names}. Run npm test -- e2e.`],
    [journeysIn('e2e/long/'), (names) => `Long journeys: ${names}. Run npm test -- long.`],
    [changes(/^e2e\/(firefox\/|steps\/firefox)/), (names) => `${names}. Run npm test -- firefox.`],
    [changes(/^e2e\/failover\//), (names) => `${names}. Run npm run failover.`],
    [
      changes(/^db\//),
      (names) =>
        `Tests of calls that use the database, except ${SQL_TESTS}. They may be affected by ${names}. Run npm test -- api.`,
    ],
    [
      changes(/^(server|contract|db|tools\/(terminal|builds))\/(?!.*\.test\.)/),
      () => 'Tests of commands (tools/*.test.ts), which start the built program. Run npm test -- unit.',
    ],
    [
      changes(/^(?!db\/|docs\/|package(-lock)?\.json$)(?!.*\.(tsx?|css|md)$)/),
      (names) => `Tests that read ${names} as text. Run npm test.`,
    ],
  ];
  return groups.flatMap(([names, sentence]) => (names.length === 0 ? [] : [sentence(formatNames(names))]));
}

function formatNames(names: readonly string[]): string {
  const remaining = names.length - MAX_LISTED;
  return `${names.slice(0, MAX_LISTED).join(', ')}${remaining > 0 ? ` and ${remaining} more` : ''}`;
}
