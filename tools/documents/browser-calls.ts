import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import { namesOf } from '#server/platform/kernel/call-addresses.ts';

type Picked = readonly string[];

const set = (names: Picked): string => ['{', ...names.map((name) => `  '${name}': true,`), '}'].join('\n');

/** Returns web/api/browser-calls.ts: what a browser needs of the calls' records, without the schemas. */
export function browserCalls(): string {
  const stores = Object.entries<Call>(calls).flatMap(([name, { store }]) =>
    store ? [`  '${name}': '${store}',`] : [],
  );
  const offline = namesOf(({ isKeptOffline = false }) => isKeptOffline).map((name) => name.replace('GET ', ''));
  const paths = offline.map((path) => path.replace('mobiledigital/', ''));
  if (offline.some((path) => !path.startsWith('mobiledigital/')))
    throw new Error('A call outside mobiledigital/ is kept.');
  const keyed = namesOf(
    ({ access, idempotency }) => access !== 'public' && !isOfCounter(access) && idempotency !== undefined,
  );
  const keyedPublic = namesOf(({ access, idempotency }) => access === 'public' && idempotency !== undefined);
  return `// Written by \`npm run documents\` from the calls' records in contract/.
import type { CallName } from '#contract/calls.ts';

type Names = Partial<Record<CallName, true>>;

/** Calls that are sent without a bearer. */
export const PUBLIC_CALLS: Names = ${set(namesOf(({ access }) => access === 'public'))};

/** Calls that take an Idempotency-Key. A till keeps the keys of its calls itself. */
export const KEYED_CALLS = ${set([...keyed, ...keyedPublic])} as const satisfies Names;

/** Calls after which the cart is another one. */
export const CART_CHANGES: Names = ${set(namesOf(({ changesCart = false }) => changesCart))};

/** Store codes of paths, where they are not 'default'. */
export const STORES: Partial<Record<CallName, string>> = {
${stores.join('\n')}
};

/** Addresses of public calls whose answers a phone keeps. A card's own call is a secret and is not among them. */
export const KEPT_CALL =
  /^\\/rest\\/[^/]+\\/V1\\/mobiledigital\\/(${paths.sort().join('|')})$/;
`;
}

const isOfCounter = (access: Call['access']): boolean => typeof access === 'object' && 'till' in access;
