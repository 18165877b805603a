import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { bookDifferences, bookChecks as checks } from '#server/platform/database/schema/schema.ts';

export type Difference = { subject: string; sentence: string };

export async function isChecked(handle: Handle, hour: Date): Promise<boolean> {
  return (await handle.select({ hour: checks.hour }).from(checks).where(eq(checks.hour, hour))).length > 0;
}

export async function recordCheck(handle: Handle, check: typeof checks.$inferInsert): Promise<void> {
  await handle.insert(checks).values(check).onConflictDoUpdate({ target: checks.hour, set: check });
}

/** Returns the hour since which the provider has not responded; null if it responds. */
export async function findUnansweredSince(handle: Handle): Promise<Date | null> {
  const answered = sql`select max(hour) from book_checks where not provider_unanswered`;
  const [first] = await handle
    .select({ hour: checks.hour })
    .from(checks)
    .where(and(checks.providerUnanswered, sql`${checks.hour} > coalesce((${answered}), '-infinity')`))
    .orderBy(checks.hour)
    .limit(1);
  return first?.hour ?? null;
}

export async function findLatestCheck(handle: Handle): Promise<typeof checks.$inferSelect | null> {
  const [last] = await handle.select().from(checks).orderBy(sql`${checks.hour} desc`).limit(1);
  return last ?? null;
}

export async function deleteChecksBefore(handle: Handle, before: Date): Promise<void> {
  await handle.delete(checks).where(lt(checks.hour, before));
}

type Found = { day: string; foundAt: Date; differences: readonly Difference[] };

export async function recordDifferences(tx: Transaction, { day, foundAt, differences }: Found): Promise<number[]> {
  if (differences.length === 0) return [];
  const noted = await tx
    .insert(bookDifferences)
    .values(differences.map((difference) => ({ ...difference, day, foundAt })))
    .onConflictDoNothing()
    .returning({ id: bookDifferences.id });
  return noted.map(({ id }) => id).toSorted((a, b) => a - b);
}

export async function listDifferencesOfSameCheck(handle: Handle, id: number): Promise<Difference[]> {
  const [first] = await handle
    .select({ foundAt: bookDifferences.foundAt })
    .from(bookDifferences)
    .where(eq(bookDifferences.id, id));
  if (!first) return [];
  return handle
    .select({ subject: bookDifferences.subject, sentence: bookDifferences.sentence })
    .from(bookDifferences)
    .where(and(eq(bookDifferences.foundAt, first.foundAt), gt(bookDifferences.id, id - 1)))
    .orderBy(bookDifferences.id);
}
