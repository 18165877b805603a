import type { Context } from '#server/context.ts';
import { purgeNumbersBefore } from '../changes-store.ts';

/** How long both numbers of a change can be looked up, for a customer who asks where a card went: 90 days. */
const KEPT_MS = 90 * 86_400_000;

/** The scheduled job that clears the mobiles of old changes; kind, time and customer of a change stay. */
export async function purgeOldNumbers({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<void> {
  await purgeNumbersBefore(database.orm, new Date(clock.ms() - KEPT_MS));
}
