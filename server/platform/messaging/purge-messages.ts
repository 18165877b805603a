import type { Context } from '#server/context.ts';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { clearRecipients, clearRecipientsOf, countUnsentTo, deleteCodeMessages } from './messages-store.ts';
import { deleteOptInsBefore } from './opt-outs-store.ts';

/** Messages that carried codes: long enough to look into a complaint. */
const CODES_KEPT_MS = 30 * 86_400_000;

/** How long it can be looked up where a message went, as for the numbers that customers change: 90 days. */
const RECIPIENTS_KEPT_MS = 90 * 86_400_000;

/** Who replied STOP is kept, so that it holds; who replied START since, as long as somebody may ask why: two years. */
const OPT_INS_KEPT_MS = 730 * 86_400_000;

/** The scheduled job that deletes messages with codes and clears the numbers and addresses of all others. */
export async function purgeMessages({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<void> {
  await deleteCodeMessages(database.orm, new Date(clock.ms() - CODES_KEPT_MS));
  await clearRecipients(database.orm, new Date(clock.ms() - RECIPIENTS_KEPT_MS));
  await deleteOptInsBefore(database.orm, new Date(clock.ms() - OPT_INS_KEPT_MS));
}

/** Clears a person's number and mailboxes from messages that are over. */
export function eraseRecipient(tx: Transaction, recipients: readonly string[]): Promise<void> {
  return clearRecipientsOf(tx, recipients);
}

/** How many messages to a person are still to be sent. */
export function unsentTo(handle: Handle, recipients: readonly string[]): Promise<number> {
  return countUnsentTo(handle, recipients);
}
