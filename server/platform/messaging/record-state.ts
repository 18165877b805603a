import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import type { MessageState } from '#server/platform/database/schema/states/message.ts';
import { type MessageRow, transitionMessages, transitionSent } from './messages-store.ts';
import { lockSubjects, type PurposeHandler, settleMessages } from './purposes.ts';
import { queueJobs } from './queue-message.ts';

type Recording = {
  message: MessageRow;
  handler: PurposeHandler;
  from: readonly MessageState[];
  to: MessageState;
  set?: Partial<MessageRow>;
  gaveUp?: boolean;
  /** Moves only messages claimed before this time. Requeued messages get a new job, because the old one is dead. */
  claimedBefore?: Date;
};

export async function recordState(context: Context, recording: Recording): Promise<MessageRow | null> {
  return (await recordStates(context, [recording]))[0] ?? null;
}

async function recordStates(context: Context, recordings: readonly Recording[]): Promise<MessageRow[]> {
  return context.database.transaction(async (tx) => {
    for (const [handler, group] of Map.groupBy(recordings, ({ handler }) => handler))
      await lockSubjects(tx, { handler, messages: group.map(({ message }) => message), wait: true });
    const moved: MessageRow[] = [];
    for (const group of Map.groupBy(recordings, buildBatchKey).values())
      moved.push(...(await recordGroup(context, tx, group)));
    return moved;
  });
}

async function recordGroup(context: Context, tx: Transaction, group: readonly Recording[]): Promise<MessageRow[]> {
  const [first] = group;
  if (!first) return [];
  const { handler, from, to, set = {}, gaveUp = false, claimedBefore } = first;
  const move = { from, to, set, ...(claimedBefore ? { claimedBefore } : {}) };
  const moved =
    to === 'sent' || to === 'delivered'
      ? await transitionSent(tx, { ...move, sent: group.map(({ message, set = {} }) => ({ ...set, id: message.id })) })
      : await transitionMessages(tx, { ...move, ids: group.map(({ message }) => message.id) });
  if (moved.length === 0) return [];
  if (to === 'queued') {
    if (claimedBefore) await queueJobs(context, tx, { messages: moved });
    return moved;
  }
  const now = context.clock.now();
  const settled = moved.map((message) => ({ message, gaveUp, now }));
  await settleMessages(context, tx, { handler, settled });
  return moved;
}

/** Omits fields that transitionSent writes individually. */
function buildBatchKey({ message, from, to, set = {}, gaveUp, claimedBefore }: Recording): string {
  const { providerId: _id, parts: _parts, ...shared } = set;
  const alike = to === 'sent' || to === 'delivered' ? shared : set;
  return JSON.stringify([message.purpose, from, to, alike, gaveUp, claimedBefore]);
}

/** Outcomes that arrive within this many milliseconds share a transaction. */
const TOGETHER_MS = 5;

/**
 * Records concurrent outcomes in batches. If recording fails, the claim remains and is released like that of a crashed
 * process.
 */
export function createRecorder(context: Context): (recording: Recording) => Promise<void> {
  let waiting: Recording[] = [];
  let next: Promise<void> | null = null;
  const flush = async (): Promise<void> => {
    await sleep(TOGETHER_MS);
    const together = waiting;
    [waiting, next] = [[], null];
    await recordAll(context, together);
  };
  return (recording) => {
    waiting.push(recording);
    next ??= flush();
    return next;
  };
}

async function recordAll(context: Context, recordings: readonly Recording[]): Promise<void> {
  if (recordings.length > 1) {
    try {
      await recordStates(context, recordings);
      return;
    } catch (error) {
      context.log.warn({ err: error, messages: recordings.length }, 'message.recorded_one_by_one');
    }
  }
  for (const recording of recordings) {
    try {
      await recordState(context, recording);
    } catch (error) {
      context.log.error({ err: error, messageId: recording.message.id, state: recording.to }, 'message.not_recorded');
    }
  }
}
