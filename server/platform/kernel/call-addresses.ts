import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';

const REST = String.raw`\/rest\/[^/?#]+\/V1\/`;

export function namesOf(pick: (call: Call) => boolean): string[] {
  return Object.entries<Call>(calls).flatMap(([name, call]) => (pick(call) ? [name] : []));
}

/** Matches the paths of these calls without a query. A path parameter matches one segment. */
export function addressesOf(names: readonly string[]): string {
  const paths = names.map((name) =>
    pathOf(name)
      .replaceAll('/', String.raw`\/`)
      .replaceAll(/\{\w+\}/g, '[^/?#]+'),
  );
  return `${REST}(?:${[...new Set(paths)].join('|')})`;
}

/** Matches the paths of these calls up to their first parameter. */
export function prefixesOf(names: readonly string[]): string {
  const prefixes = names.map((name) => pathOf(name).replace(/\{.*$/, '').replaceAll('/', String.raw`\/`));
  return `${REST}(?:${[...new Set(prefixes)].join('|')})`;
}

const pathOf = (name: string): string => name.split(' ')[1] ?? '';
