import type { Context } from '#server/context.ts';
import { purgeNumbersBefore } from '../changes-store.ts';

/** Numbers are kept for customers who ask where a card went. */
const KEPT_MS = 90 * 86_400_000;

/** Deletes only the numbers: kind, time and customer remain. */
export async function purgeOldNumbers({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<void> {
  await purgeNumbersBefore(database.orm, new Date(clock.ms() - KEPT_MS));
}
