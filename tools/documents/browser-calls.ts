import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TranslatedApp } from '#contract/apps.ts';
import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import { listCallNames } from '#server/platform/kernel/call-addresses.ts';

const root = join(import.meta.dirname, '../..');
const FILE = 'browser-calls.ts';

type Names = readonly string[];

const set = (names: Names): string => ['{', ...names.map((name) => `  '${name}': true,`), '}'].join('\n');

function sentBy(app: TranslatedApp): ReadonlySet<string> {
  const paths = globSync(`web/${app}/**/*.{ts,tsx}`, { cwd: root }).filter(
    (path) => !path.endsWith(FILE) && !path.includes('.test.'),
  );
  const text = paths.map((path) => readFileSync(join(root, path), 'utf8')).join('\n');
  return new Set(Object.keys(calls).filter((name) => text.includes(`'${name}'`)));
}

const HEAD = `// Written by \`npm run documents\` from the calls' records in contract/, for the calls that this app sends.
import type { CallName } from '#contract/calls.ts';

type Names = Partial<Record<CallName, true>>;
`;

const publicCalls = (sentCalls: ReadonlySet<string>): string => `
/** Calls that are sent without a bearer. */
export const PUBLIC_CALLS: Names = ${set(listCallNames(({ access }) => access === 'public').filter((name) => sentCalls.has(name)))};
`;

export const tillCalls = (): string => HEAD + publicCalls(sentBy('till'));

export function shopCalls(): string {
  const sentCalls = sentBy('shop');
  const listSentCalls = (isWanted: Parameters<typeof listCallNames>[0]) =>
    listCallNames(isWanted).filter((name) => sentCalls.has(name));
  const stores = Object.entries<Call>(calls).flatMap(([name, { store }]) =>
    store && sentCalls.has(name) ? [`  '${name}': '${store}',`] : [],
  );
  const offline = listSentCalls(({ isKeptOffline = false }) => isKeptOffline).map((name) => name.replace('GET ', ''));
  const paths = offline.map((path) => path.replace('mobiledigital/', ''));
  if (offline.some((path) => !path.startsWith('mobiledigital/')))
    throw new Error('Only calls under mobiledigital/ can be kept offline.');
  const keyed = listSentCalls(({ access, idempotency }) => access !== 'public' && idempotency !== undefined);
  const keyedPublic = listSentCalls(({ access, idempotency }) => access === 'public' && idempotency !== undefined);
  return `${HEAD}${publicCalls(sentCalls)}
/** Calls that take an Idempotency-Key. */
export const KEYED_CALLS = ${set([...keyed, ...keyedPublic])} as const satisfies Names;

/** Calls that change the lines of a cart or close it. */
export const CART_CHANGES: Names = ${set(listSentCalls(({ changesCart = false }) => changesCart))};

/** Store codes of paths whose store code is not 'default'. */
export const STORES: Partial<Record<CallName, string>> = {
${stores.join('\n')}
};

/** Paths of public calls whose responses the phone caches. Excludes the card call, because its path is a secret. */
export const KEPT_CALL =
  /^\\/rest\\/[^/]+\\/V1\\/mobiledigital\\/(${paths.sort().join('|')})$/;
`;
}
