import type { Context } from '../context.ts';
import { clearRecipients, deleteCodeMessages } from './messages-store.ts';

/** Messages that carried codes: long enough to look into a complaint. */
const CODES_KEPT_MS = 30 * 86_400_000;

/** How long it can be looked up where a message went, as for the numbers that customers change: 90 days. */
const RECIPIENTS_KEPT_MS = 90 * 86_400_000;

/** The scheduled job that deletes messages with codes and clears the numbers and addresses of all others. */
export async function purgeMessages({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<void> {
  await deleteCodeMessages(database.orm, new Date(clock.ms() - CODES_KEPT_MS));
  await clearRecipients(database.orm, new Date(clock.ms() - RECIPIENTS_KEPT_MS));
}
