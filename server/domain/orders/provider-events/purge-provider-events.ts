import type { Context } from '#server/context.ts';
import { deleteEventsBefore } from '../stores/provider-events-store.ts';

/**
 * Stripe retries an event for three days, and staff can resend it for thirty; operators may look up older events. A
 * repeated event is harmless after 90 days.
 */
const KEPT_MS = 90 * 86_400_000;

export async function purgeProviderEvents({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<void> {
  await deleteEventsBefore(database.orm, new Date(clock.ms() - KEPT_MS));
}
