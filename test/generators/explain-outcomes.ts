import type { MoneyModel } from './money-model.ts';

/** Amounts in cents, or an error code, as found in a response. */
export type Seen = { code?: string; [field: string]: unknown };
/**
 * Changes the model. Returns the response expected at this moment, or null for any. The moments of one act share
 * `notes`; setting `hasEnded` ends the act.
 */
export type Moment = (model: MoneyModel, seen: Seen, notes: Notes) => Seen | null;
type Notes = { hasEnded?: boolean; due?: number; tender?: number };
/** `may`: the moment may not have happened, for example because a process was killed. */
export type Happening = { seen: Seen; moments: { moment: Moment; may?: boolean }[] };

const isEqual = (says: Seen, seen: Seen): boolean =>
  Object.entries(says).every(([field, value]) => seen[field] === value);

/**
 * Finds an order of concurrent acts that explains all responses and the final state. Returns the model after it, or
 * null.
 */
export function explainOutcomes(
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

/** `isIdle`: the moment would have changed nothing earlier, so it may already have happened. */
type Progress = { done: number; notes: Notes; isIdle: boolean };
type Step = { fits: boolean; may: boolean; isIdle: boolean; after: MoneyModel; then: Progress };

function nextStep(from: MoneyModel, { seen, moments }: Happening, { done, notes, isIdle }: Progress): Step | null {
  const next = moments[done];
  if (!next || notes.hasEnded) return null;
  const [after, notesAfter] = [structuredClone(from), { ...notes }];
  const says = next.moment(after, seen, notesAfter);
  const fits = says === null || isEqual(says, seen);
  // The moments of an act follow each other, so none may be skipped.
  const changesNothing = moments.length === 1 && JSON.stringify(after) === JSON.stringify(from);
  const then = { done: done + 1, notes: notesAfter, isIdle };
  return { fits, may: next.may === true, isIdle: fits && changesNothing, after, then };
}
