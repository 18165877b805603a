import type { Context } from '../context.ts';
import * as store from './messages-store.ts';
import type { PurposeHandlers } from './purposes.ts';
import { queueJob } from './queue-message.ts';
import { sendClaimedMessage } from './send-claimed-message.ts';

/**
 * The jobs send-message and send-email: claim -> commit -> compose -> send -> record. A message is sent to its provider
 * once: the claim is a guarded transition and its ref is unique. Throws when it was surely not sent, so that the queue
 * runs the job again.
 */
export async function dispatchMessage(
  context: Context,
  purposes: PurposeHandlers,
  job: { messageId: number; last: boolean },
): Promise<void> {
  const message = await claim(context, purposes, job.messageId);
  if (!message) return;
  const handler = purposes[message.purpose];
  const outcome = await sendClaimedMessage(context, { message, handler, attempt: job.last ? 'last' : 'more follow' });
  if (outcome.result === 'not sent') throw outcome.error;
}

/** Claims the message in its own transaction. Null: it is not due, not needed or claimed by another process. */
async function claim(context: Context, purposes: PurposeHandlers, messageId: number): Promise<store.MessageRow | null> {
  const unlocked = await store.getMessage(context.database.orm, messageId);
  if (unlocked?.state !== 'queued') return null;
  const { lock, admit } = purposes[unlocked.purpose];
  return context.database.transaction(async (tx) => {
    await lock?.(tx, unlocked);
    const message = await store.getMessage(tx, messageId);
    if (message?.state !== 'queued') return null;
    const now = context.clock.now();
    const admission = (await admit?.(tx, { message, now })) ?? {};
    if (admission === 'not needed') {
      await store.transitionMessage(tx, { id: messageId, from: ['queued'], to: 'not_needed' });
      return null;
    }
    const at = 'at' in admission ? admission.at : message.notBefore;
    if (at > now) {
      await store.postponeMessage(tx, { id: messageId, at });
      await queueJob(context, tx, { message, at });
      return null;
    }
    const recipient = 'recipient' in admission ? admission.recipient : undefined;
    return store.claimMessage(tx, { id: messageId, from: ['queued'], recipient, now });
  });
}
