import type { Context } from '#server/context.ts';
import { deleteEventsBefore } from '../stores/provider-events-store.ts';

/**
 * How long an event's id is kept to know a repetition: 90 days. Stripe repeats one by itself for three days and by
 * hand, in its dashboard, for thirty; the rest is for an operator who asks what became of an event. One that comes
 * later still is signed anew and only a hint, so it does no harm.
 */
const KEPT_MS = 90 * 86_400_000;

/** The scheduled job that deletes old events of the payment provider, settled or not. */
export async function purgeProviderEvents({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<void> {
  await deleteEventsBefore(database.orm, new Date(clock.ms() - KEPT_MS));
}
