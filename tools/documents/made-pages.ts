import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cardAccountStates } from '#server/platform/database/schema/states/card-account.ts';
import { cardHoldStates } from '#server/platform/database/schema/states/card-hold.ts';
import type { StateMachine } from '#server/platform/database/schema/states/state-machine.ts';
import { METRICS } from '#server/platform/http/metrics/metric-list.ts';
import { findPackageLicence, parsePackageName, shippedPackages } from '../checks/package-licences.ts';
import { readSources, root, type SourceFile } from '../checks/source-files.ts';
import { type LockFile, readLock } from '../complete-lock.ts';
import { shopCalls, tillCalls } from './browser-calls.ts';
import { formatDecisionsIndex } from './decisions.ts';
import { errorMessages } from './error-messages.ts';
import { wrapText } from './markdown.ts';
import type { TextFile } from './requirements.ts';
import { formatSettingsPage } from './settings-page.ts';

export function generatePages(): TextFile[] {
  return [
    { path: 'db/functions.sql', text: withMadeMoves(readDocument('db/functions.sql')) },
    { path: 'docs/decisions/README.md', text: formatDecisionsIndex(readDecisions()) },
    { path: 'docs/reference/metrics.md', text: formatMetricsPage() },
    { path: 'docs/reference/package-licences.md', text: formatLicencesPage(readLock(), readSources()) },
    { path: 'docs/reference/settings.md', text: formatSettingsPage() },
    { path: 'web/shop/calls/browser-calls.ts', text: shopCalls() },
    { path: 'web/shop/errors/error-messages.ts', text: errorMessages('shop') },
    { path: 'web/till/calls/browser-calls.ts', text: tillCalls() },
    { path: 'web/till/calls/error-messages.ts', text: errorMessages('till') },
  ];
}

export function readDecisions(): TextFile[] {
  return readDocuments('docs/decisions/[0-9]*.md');
}

export function readDocuments(...patterns: string[]): TextFile[] {
  const paths = globSync(patterns, { cwd: root }).map((path) => path.replaceAll('\\', '/'));
  return paths.sort().map((path) => ({ path, text: readDocument(path) }));
}

export function readDocument(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

function formatMetricsPage(): string {
  const lines = Object.entries(METRICS).map(([name, { type, help, labels }]) => {
    const by = labels.length === 0 ? '' : ` by ${labels.map((label) => `\`${label}\``).join(', ')}`;
    return wrapText(`- \`${name}\` (${type}${by}): ${help}`, '  ');
  });
  return [
    '# Metrics',
    '',
    wrapText(
      '`GET /metrics` serves these metrics beside those of the Node process ([how to collect ' +
        'them](../how-to/deploy.md)). Names and meanings never change. Counters start at zero with each server; gauges ' +
        'about the database are the same on every server. `npm run documents` generates this page from ' +
        '`server/platform/http/metrics/metric-list.ts`.',
    ),
    '',
    ...lines,
    '',
  ].join('\n');
}

function formatLicencesPage(lock: LockFile, sources: SourceFile[]): string {
  const shipped = shippedPackages(lock, sources).flatMap((path) => {
    const locked = lock.packages[path];
    return locked ? [{ name: parsePackageName(path), licence: findPackageLicence(path, locked) ?? 'none' }] : [];
  });
  const groups = [...Map.groupBy(shipped, ({ licence }) => licence)].sort(([a], [b]) => (a < b ? -1 : 1));
  const sections = groups.flatMap(([licence, packages]) => {
    const names = [...new Set(packages.map(({ name }) => `\`${name}\``))].sort();
    const listed =
      licence === 'MIT' ? `${names.length} packages, by name in \`sbom.json\` of a build.` : names.join(', ');
    return [`## ${licence}`, '', wrapText(listed), ''];
  });
  return [
    '# Licences of packages',
    '',
    wrapText(
      'Packages a running shop contains: those that `npm ci --omit=dev` installs, those that the server and web app ' +
        'import, and their dependencies. `tools/checks/package-licences.test.ts` rejects other licences, also for ' +
        'development packages. `npm run documents` generates this page.',
    ),
    '',
    ...sections,
  ].join('\n');
}

const BEGIN = '-- Made by npm run documents from server/platform/database/schema/states: the moves that are allowed.\n';
const END = '-- End of what is made.\n';
const SECTION = new RegExp(`(?<=^${BEGIN})[\\s\\S]*?(?=^${END})`, 'm');

/** Inserts the allowed state changes, which triggers apply or check, into the SQL of db/functions.sql. */
function withMadeMoves(sql: string): string {
  if (!SECTION.test(sql)) throw new Error('db/functions.sql lacks the section for the generated moves.');
  return sql.replace(SECTION, () => [cardHoldStates, cardAccountStates].map(formatMovesFunction).join('\n'));
}

function formatMovesFunction({ name, states, moves }: StateMachine): string {
  const cases = states.flatMap((state) => {
    const next = (moves[state] ?? []).map((move) => `'${move}'`).join(', ');
    return next === '' ? [] : [`    WHEN '${state}' THEN to_state IN (${next})`];
  });
  return [
    `CREATE OR REPLACE FUNCTION may_move_${name.replaceAll(' ', '_')}("from_state" text, "to_state" text) RETURNS boolean`,
    'LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$',
    '  SELECT CASE from_state',
    ...cases,
    '    ELSE false END',
    '$$;',
    '',
  ].join('\n');
}
