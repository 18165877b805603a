import type { Context } from '../context.ts';
import type { MessageState } from '../kernel/states/message.ts';
import { type MessageRow, transitionMessage } from './messages-store.ts';
import type { PurposeHandler } from './purposes.ts';
import { queueJob } from './queue-message.ts';

type Recording = {
  message: MessageRow;
  handler: PurposeHandler;
  from: readonly MessageState[];
  to: MessageState;
  set?: Partial<MessageRow>;
  gaveUp?: boolean;
  /** Only a claim that is older than this; what goes back to the queue gets a new job, for its own is dead. */
  claimedBefore?: Date;
};

/**
 * Records a state and what follows from it, in one transaction. Null: the message is not in one of the states `from`
 * any more.
 */
export async function recordState(context: Context, recording: Recording): Promise<MessageRow | null> {
  const { message, handler, from, to, set = {}, gaveUp = false, claimedBefore } = recording;
  return context.database.transaction(async (tx) => {
    await handler.lock?.(tx, message);
    const moved = await transitionMessage(tx, {
      id: message.id,
      from,
      to,
      set,
      ...(claimedBefore ? { claimedBefore } : {}),
    });
    if (!moved) return null;
    if (to !== 'queued') await handler.onSettled?.(context, tx, { message: moved, gaveUp, now: context.clock.now() });
    else if (claimedBefore) await queueJob(context, tx, { message: moved });
    return moved;
  });
}
