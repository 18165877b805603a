import type { Context } from '#server/context.ts';
import { deleteEventsBefore } from '../stores/provider-events-store.ts';

/**
 * Stripe retries an event automatically for three days and by hand for thirty. The remaining days are for operators who
 * look up an event. A repeat after 90 days is harmless.
 */
const KEPT_MS = 90 * 86_400_000;

export async function purgeProviderEvents({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<void> {
  await deleteEventsBefore(database.orm, new Date(clock.ms() - KEPT_MS));
}
