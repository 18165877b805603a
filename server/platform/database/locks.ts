import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Transaction } from './handle.ts';

/** Locks that belong to no row. Their numbers are those of the first key of pg_advisory_xact_lock. */
const LOCKS = { codes: 7_101, gifts: 7_102, leads: 7_103, demoCatalogue: 7_104 } as const;

/**
 * Lets transactions that take the same lock under the same key run one after another, each until it ends. All keys are
 * taken in one order, so that no two transactions wait for each other. Sent when it is called: what is sent behind it,
 * without waiting, sees what those before it wrote.
 */
export async function lockUntilCommit(
  tx: Transaction,
  name: keyof typeof LOCKS,
  keys: readonly number[] = [0],
): Promise<void> {
  const ordered = [...new Set(keys)].sort((one, other) => one - other);
  if (ordered.length === 0) return;
  await tx
    .execute(
      sql`select pg_advisory_xact_lock(${LOCKS[name]}::int, key) from unnest(${sql.param(ordered)}::int[]) as key`,
    )
    .execute();
}

/** A key for a text, such as a network. Two texts with one key only wait for each other. */
export const lockKeyOf = (text: string): number => createHash('sha256').update(text).digest().readInt32BE();
