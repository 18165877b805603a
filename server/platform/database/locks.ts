import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Transaction } from './handle.ts';

/** First keys of pg_advisory_xact_lock, for locks that do not protect a single row. */
const LOCKS = { codes: 7_101, gifts: 7_102, leads: 7_103, demoCatalogue: 7_104 } as const;

/**
 * Takes advisory locks in key order to avoid deadlocks. Sends the statement synchronously, so that statements issued
 * right after it see what earlier holders wrote.
 */
export async function lockUntilCommit(
  tx: Transaction,
  name: keyof typeof LOCKS,
  keys: readonly number[] = [0],
): Promise<void> {
  const ordered = [...new Set(keys)].sort((first, other) => first - other);
  if (ordered.length === 0) return;
  await tx
    .execute(
      sql`select pg_advisory_xact_lock(${LOCKS[name]}::int, key) from unnest(${sql.param(ordered)}::int[]) as key`,
    )
    .execute();
}

export const toLockKey = (text: string): number => createHash('sha256').update(text).digest().readInt32BE();
