import { lt, sql } from 'drizzle-orm';
import type { Handle } from '../database/handle.ts';
import { callCounts } from '../database/schema/schema.ts';

/** By the machine's time, as they are written. */
export async function deleteEndedCounts(handle: Handle): Promise<void> {
  await handle.delete(callCounts).where(lt(callCounts.expire, sql`now()`));
}
