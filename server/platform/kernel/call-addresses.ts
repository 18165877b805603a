import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';

const REST = String.raw`\/rest\/[^/?#]+\/V1\/`;

export function listCallNames(pick: (call: Call) => boolean): string[] {
  return Object.entries<Call>(calls).flatMap(([name, call]) => (pick(call) ? [name] : []));
}

/** Matches the paths of these calls without a query. A path parameter matches one segment. */
export function buildPathPattern(names: readonly string[]): string {
  const paths = names.map((name) =>
    parsePath(name)
      .replaceAll('/', String.raw`\/`)
      .replaceAll(/\{\w+\}/g, '[^/?#]+'),
  );
  return `${REST}(?:${[...new Set(paths)].join('|')})`;
}

/** Matches the paths of these calls up to their first parameter. */
export function buildPrefixPattern(names: readonly string[]): string {
  const prefixes = names.map((name) => parsePath(name).replace(/\{.*$/, '').replaceAll('/', String.raw`\/`));
  return `${REST}(?:${[...new Set(prefixes)].join('|')})`;
}

const parsePath = (name: string): string => name.split(' ')[1] ?? '';
