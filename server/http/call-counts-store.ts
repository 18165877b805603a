import { and, desc, eq, gt, gte, lt, or, sql } from 'drizzle-orm';
import type { Handle } from '../database/handle.ts';
import { callCounts } from '../database/schema/schema.ts';

/** By the machine's time, as they are written. */
export async function deleteEndedCounts(handle: Handle): Promise<void> {
  await handle.delete(callCounts).where(lt(callCounts.expire, sql`now()`));
}

type Full = { counts: readonly { key: string; most: number }[]; now: Date };

/** When the last of these counts ends that have come to their most by now; null when none has. */
export async function endOfFullCounts(handle: Handle, { counts, now }: Full): Promise<Date | null> {
  const full = or(...counts.map(({ key, most }) => and(eq(callCounts.key, key), gte(callCounts.points, most))));
  const [last] = await handle
    .select({ expire: callCounts.expire })
    .from(callCounts)
    .where(and(full, gt(callCounts.expire, now)))
    .orderBy(desc(callCounts.expire))
    .limit(1);
  return last?.expire ?? null;
}

type Counting = { key: string; most: number; now: Date; expire: Date };

/** Adds one: to a count that has not ended, else to a new one. The one that fills it lets it last until `expire`. */
export async function addToCount(handle: Handle, { key, most, now, expire }: Counting): Promise<void> {
  const { points, expire: end } = callCounts;
  const isOver = sql`${end} <= ${now}::timestamptz`;
  await handle
    .insert(callCounts)
    .values({ key, points: 1, expire })
    .onConflictDoUpdate({
      target: callCounts.key,
      set: {
        points: sql`case when ${isOver} then 1 else ${points} + 1 end`,
        expire: sql`case when ${isOver} or ${points} + 1 = ${most} then ${expire}::timestamptz else ${end} end`,
      },
    });
}
