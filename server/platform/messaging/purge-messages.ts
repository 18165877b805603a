import type { Context } from '#server/context.ts';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { clearRecipients, countUnsentTo, deleteCodeMessages, eraseRecipients } from './messages-store.ts';
import { deleteOptInsBefore } from './opt-outs-store.ts';

/** Code messages are kept long enough to investigate a complaint. */
const CODES_KEPT_MS = 30 * 86_400_000;

/** Recipients are kept as long as changed mobile numbers. */
const RECIPIENTS_KEPT_MS = 90 * 86_400_000;

/** Ended opt-outs are kept this long; active ones stay. */
const OPT_INS_KEPT_MS = 730 * 86_400_000;

export async function purgeMessages({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<void> {
  await deleteCodeMessages(database.orm, new Date(clock.ms() - CODES_KEPT_MS));
  await clearRecipients(database.orm, new Date(clock.ms() - RECIPIENTS_KEPT_MS));
  await deleteOptInsBefore(database.orm, new Date(clock.ms() - OPT_INS_KEPT_MS));
}

export function eraseRecipient(tx: Transaction, recipients: readonly string[]): Promise<void> {
  return eraseRecipients(tx, recipients);
}

export function countUnsentToRecipients(handle: Handle, recipients: readonly string[]): Promise<number> {
  return countUnsentTo(handle, recipients);
}
