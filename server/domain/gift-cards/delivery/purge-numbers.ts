import type { Context } from '#server/context.ts';
import { purgeNumbersBefore } from '../changes-store.ts';

/** Numbers are kept this long for customers who ask where a card was sent. */
const KEPT_MS = 90 * 86_400_000;

export async function purgeOldNumbers({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<void> {
  await purgeNumbersBefore(database.orm, new Date(clock.ms() - KEPT_MS));
}
