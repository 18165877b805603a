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
  const search = (from: MoneyModel, begun: readonly Progress[]): MoneyModel | null => {
    const steps = happenings.map((happening, index) => nextStep(from, happening, begun[index] as Progress));
    const now = begun.map((progress, index) => ({
      ...progress,
      isIdle: progress.isIdle || steps[index]?.isIdle === true,
    }));
    if (steps.every((step, index) => !step || step.may || now[index]?.isIdle) && isState(from)) return from;
    const key = JSON.stringify([now, from]);
    if (tried.has(key)) return null;
    tried.add(key);
    for (const [index, step] of steps.entries()) {
      if (!step?.fits || step.isIdle) continue;
      const found = search(step.after, now.with(index, step.then));
      if (found) return found;
    }
    return null;
  };
  return search(model, Array(happenings.length).fill({ done: 0, notes: {}, isIdle: false }));
}

/**
 * `isIdle`: it would have changed nothing at a moment that has passed. It may have happened then, so no order in which
 * it does is tried; it may also still come and change something.
 */
type Progress = { done: number; notes: Notes; isIdle: boolean };
type Step = { fits: boolean; may: boolean; isIdle: boolean; after: MoneyModel; then: Progress };

/** What comes of the next moment of a happening if it is now; null when none is left. */
function nextStep(from: MoneyModel, { seen, moments }: Happening, { done, notes, isIdle }: Progress): Step | null {
  const next = moments[done];
  if (!next || notes.over) return null;
  const [after, notesAfter] = [structuredClone(from), { ...notes }];
  const says = next.moment(after, seen, notesAfter);
  const fits = says === null || isEqual(says, seen);
  // The moments of one act follow each other, so each of them has to come.
  const changesNothing = moments.length === 1 && JSON.stringify(after) === JSON.stringify(from);
  const then = { done: done + 1, notes: notesAfter, isIdle };
  return { fits, may: next.may === true, isIdle: fits && changesNothing, after, then };
}
