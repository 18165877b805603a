import type { MoneyModel } from './money-model.ts';

/** What an act was answered: its amounts in cents, or the code of an error. */
export type Seen = { code?: string; [field: string]: unknown };
/**
 * One moment of an act: changes the model, and returns what the act must have been answered by then; null when it says
 * nothing. `notes` are the act's own from one moment to the next; an act that sets `over` has no further moments.
 */
export type Moment = (model: MoneyModel, seen: Seen, notes: Notes) => Seen | null;
type Notes = { over?: boolean; due?: number; tender?: number };
/** `may`: it may also not have happened, such as in a process that was killed. */
export type Happening = { seen: Seen; moments: { moment: Moment; may?: boolean }[] };

const isEqual = (says: Seen, seen: Seen): boolean =>
  Object.entries(says).every(([field, value]) => seen[field] === value);

/**
 * The model after everything that happened at once, in one of the orders that explain each answer and the state at the
 * end; null when none does. What was answered first is tried first.
 */
export function explain(
  model: MoneyModel,
  happenings: readonly Happening[],
  isState: (model: MoneyModel) => boolean,
): MoneyModel | null {
  const tried = new Set<string>();
  const search = (from: MoneyModel, done: readonly number[], notes: readonly Notes[]): MoneyModel | null => {
    const isDone = happenings.map(({ moments }, at) => notes[at]?.over || done[at] === moments.length);
    if (isDone.every(Boolean)) return isState(from) ? from : null;
    const key = JSON.stringify([done, notes, from]);
    if (tried.has(key)) return null;
    tried.add(key);
    for (const [at, { seen, moments }] of happenings.entries()) {
      const next = isDone[at] ? undefined : moments[done[at] ?? 0];
      if (!next) continue;
      const then = done.with(at, (done[at] ?? 0) + 1);
      const [after, own] = [structuredClone(from), { ...notes[at] }];
      const says = next.moment(after, seen, own);
      const fits = says === null || isEqual(says, seen);
      // What changes nothing and fits can as well happen now: no other order needs to be tried.
      if (fits && !next.may && JSON.stringify(after) === JSON.stringify(from))
        return search(from, then, notes.with(at, own));
      const found = fits ? search(after, then, notes.with(at, own)) : null;
      const without = found ?? (next.may ? search(from, then, notes) : null);
      if (without) return without;
    }
    return null;
  };
  return search(model, Array(happenings.length).fill(0), Array(happenings.length).fill({}));
}
