import { randomUUID } from 'node:crypto';
import type { Database } from '#server/platform/database/open.ts';
import { endLease, takeLease } from './leases-store.ts';

const DAY_SECONDS = 86_400;

/**
 * Work that reads whole tables: done by whoever asks first in a day, of all processes on the database. Where it fails
 * it is due again at once.
 */
export async function onceADay(database: Database, name: string, work: () => Promise<void>): Promise<void> {
  const lease = { name, holder: randomUUID() };
  if (!(await takeLease(database.orm, { ...lease, seconds: DAY_SECONDS }))) return;
  try {
    await work();
  } catch (error) {
    await endLease(database.orm, lease);
    throw error;
  }
}
