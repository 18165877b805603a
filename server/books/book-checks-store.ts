import { and, eq, gt, isNotNull, lt, sql } from 'drizzle-orm';
import type { Handle, Transaction } from '../database/handle.ts';
import { bookDifferences, bookChecks as checks } from '../database/schema/schema.ts';

/** What differs, the same words every time, and how. */
export type Difference = { subject: string; sentence: string };

/** True for the one process that is to check the books in this hour. */
export async function claimHour(handle: Handle, hour: Date): Promise<boolean> {
  const claimed = await handle.insert(checks).values({ hour }).onConflictDoNothing().returning({ hour: checks.hour });
  return claimed.length === 1;
}

export async function finishCheck(
  handle: Handle,
  { hour, finishedAt, differences }: { hour: Date; finishedAt: Date; differences: number },
): Promise<void> {
  await handle.update(checks).set({ finishedAt, differences }).where(eq(checks.hour, hour));
}

/** The latest check that came to its end; null before the first. */
export async function lastCheck(
  handle: Handle,
): Promise<{ finishedAt: Date | null; differences: number | null } | null> {
  const [last] = await handle
    .select({ finishedAt: checks.finishedAt, differences: checks.differences })
    .from(checks)
    .where(isNotNull(checks.finishedAt))
    .orderBy(sql`${checks.hour} desc`)
    .limit(1);
  return last ?? null;
}

export async function deleteChecksBefore(handle: Handle, before: Date): Promise<void> {
  await handle.delete(checks).where(lt(checks.hour, before));
}

type Found = { day: string; foundAt: Date; differences: readonly Difference[] };

/** Notes what was not noted on this day before, and returns the ids of that. */
export async function noteDifferences(tx: Transaction, { day, foundAt, differences }: Found): Promise<number[]> {
  if (differences.length === 0) return [];
  const noted = await tx
    .insert(bookDifferences)
    .values(differences.map((difference) => ({ ...difference, day, foundAt })))
    .onConflictDoNothing()
    .returning({ id: bookDifferences.id });
  return noted.map(({ id }) => id).toSorted((a, b) => a - b);
}

/** The sentences of a difference and of those that were found with it. */
export async function sentencesFoundWith(handle: Handle, id: number): Promise<string[]> {
  const [first] = await handle
    .select({ foundAt: bookDifferences.foundAt })
    .from(bookDifferences)
    .where(eq(bookDifferences.id, id));
  if (!first) return [];
  const all = await handle
    .select({ sentence: bookDifferences.sentence })
    .from(bookDifferences)
    .where(and(eq(bookDifferences.foundAt, first.foundAt), gt(bookDifferences.id, id - 1)))
    .orderBy(bookDifferences.id);
  return all.map(({ sentence }) => sentence);
}
