import { and, eq, gt, gte, lt, or, sql } from 'drizzle-orm';
import type { Handle } from '#server/platform/database/handle.ts';
import { purgeRows } from '#server/platform/database/purge.ts';
import { callCounts } from '#server/platform/database/schema/schema.ts';

/** Compares with real time instead of the shop's clock, because the counts use real time. */
export async function deleteEndedCounts(handle: Handle): Promise<void> {
  await purgeRows(callCounts, handle, lt(callCounts.expire, sql`now()`));
}

type Full = { counts: readonly { key: string; limit: number }[]; now: Date };

export function listFullCounts(handle: Handle, { counts, now }: Full): Promise<{ key: string; expire: Date }[]> {
  const { key, expire } = callCounts;
  const full = or(...counts.map((count) => and(eq(key, count.key), gte(callCounts.points, count.limit))));
  return handle
    .select({ key, expire })
    .from(callCounts)
    .where(and(full, gt(expire, now)))
    .execute();
}

type Counting = { key: string; limit: number; now: Date; expire: Date };

/** Adds a call to a count, or starts a new count if it expired. Reaching the limit extends the count to `expire`. */
export async function addToCount(handle: Handle, { key, limit, now, expire }: Counting): Promise<void> {
  const { points, expire: end } = callCounts;
  const isOver = sql`${end} <= ${now}::timestamptz`;
  await handle
    .insert(callCounts)
    .values({ key, points: 1, expire })
    .onConflictDoUpdate({
      target: callCounts.key,
      set: {
        points: sql`case when ${isOver} then 1 else ${points} + 1 end`,
        expire: sql`case when ${isOver} or ${points} + 1 = ${limit} then ${expire}::timestamptz else ${end} end`,
      },
    });
}
