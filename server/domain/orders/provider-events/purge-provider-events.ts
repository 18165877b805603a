import type { Context } from '#server/context.ts';
import { deleteEventsBefore } from '../stores/provider-events-store.ts';

/**
 * Stripe retries events for three days, or by hand for thirty; the remaining time is for operators who look up an
 * event. Later repeats are harmless hints.
 */
const KEPT_MS = 90 * 86_400_000;

export async function purgeProviderEvents({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<void> {
  await deleteEventsBefore(database.orm, new Date(clock.ms() - KEPT_MS));
}
