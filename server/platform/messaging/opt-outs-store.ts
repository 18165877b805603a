import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Handle } from '#server/platform/database/handle.ts';
import { purgeRows } from '#server/platform/database/purge.ts';
import { isIn } from '#server/platform/database/rows.ts';
import { optOuts } from '#server/platform/database/schema/schema.ts';

/** Keeps the time of the first opt-out when the recipient repeats it. */
export async function recordOptOut(
  handle: Handle,
  row: { mobile: string; sender: string; word: string; now: Date },
): Promise<void> {
  const { mobile, sender, word, now } = row;
  await handle
    .insert(optOuts)
    .values({ mobile, sender, word, optedOutAt: now })
    .onConflictDoUpdate({
      target: [optOuts.mobile, optOuts.sender],
      set: { word, optedOutAt: now, optedInAt: null },
      setWhere: sql`${optOuts.optedInAt} is not null`,
    });
}

export async function recordOptIn(handle: Handle, row: { mobile: string; sender: string; now: Date }): Promise<void> {
  const condition = and(eq(optOuts.mobile, row.mobile), eq(optOuts.sender, row.sender), isNull(optOuts.optedInAt));
  await handle.update(optOuts).set({ optedInAt: row.now }).where(condition);
}

export async function hasOptedOut(handle: Handle, pair: { mobile: string; sender: string }): Promise<boolean> {
  const condition = and(eq(optOuts.mobile, pair.mobile), eq(optOuts.sender, pair.sender), isNull(optOuts.optedInAt));
  return (await handle.select({ mobile: optOuts.mobile }).from(optOuts).where(condition)).length > 0;
}

export async function listOptedOut(handle: Handle, mobiles: readonly string[]): Promise<Set<string>> {
  if (mobiles.length === 0) return new Set();
  const condition = and(isIn(optOuts.mobile, mobiles), isNull(optOuts.optedInAt));
  const found = await handle.select({ mobile: optOuts.mobile }).from(optOuts).where(condition);
  return new Set(found.map(({ mobile }) => mobile));
}

export async function deleteOptInsBefore(handle: Handle, before: Date): Promise<void> {
  await purgeRows(optOuts, handle, lt(optOuts.optedInAt, before));
}
