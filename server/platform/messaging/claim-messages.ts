import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import * as store from './messages-store.ts';
import { listStoppedRecipients, stateAfterStop } from './opt-outs.ts';
import {
  type Admission,
  admitMessages,
  lockSubjects,
  type PurposeHandler,
  type PurposeHandlers,
  settleMessages,
} from './purposes.ts';
import { queueJobs } from './queue-message.ts';

/** Unsent messages fail this many milliseconds after their due time. */
const LONGEST_QUEUED_MS = 24 * 3_600_000;

/** Keyed by message id. Messages with nothing to send are absent. */
export type Claims = Map<number, store.MessageRow | Error>;

type Group = { handler: PurposeHandler; messages: store.MessageRow[] };

/**
 * Claims due messages, one transaction per purpose. Claims locked messages, and those of failed groups, one by one, so
 * that none delays the others.
 */
export async function claimMessages(
  context: Context,
  purposes: PurposeHandlers,
  ids: readonly number[],
): Promise<Claims> {
  const claims: Claims = new Map();
  const queued = await store.listQueuedMessages(context.database.orm, ids);
  for (const [handler, messages] of Map.groupBy(queued, ({ purpose }) => purposes[purpose])) {
    const group = { handler, messages };
    let rest = messages;
    if (rest.length > 1) rest = await claimTogether(context, group, claims);
    for (const message of rest) await claimAlone(context, { ...group, messages: [message] }, claims);
  }
  return claims;
}

/** Returns the messages that are left to claim one by one. */
async function claimTogether(context: Context, group: Group, claims: Claims): Promise<store.MessageRow[]> {
  try {
    const locked = await context.database.transaction((tx) => claimGroup(context, tx, { ...group, wait: false }));
    for (const message of locked.claimed) claims.set(message.id, message);
    return group.messages.filter(({ id }) => !locked.ids.has(id));
  } catch (error) {
    context.log.warn({ err: error, messages: group.messages.length }, 'message.claimed_one_by_one');
    return group.messages;
  }
}

async function claimAlone(context: Context, group: Group, claims: Claims): Promise<void> {
  try {
    const { claimed } = await context.database.transaction((tx) => claimGroup(context, tx, { ...group, wait: true }));
    for (const message of claimed) claims.set(message.id, message);
  } catch (error) {
    for (const { id } of group.messages) claims.set(id, error instanceof Error ? error : new Error(String(error)));
  }
}

type Claimed = { ids: ReadonlySet<number>; claimed: store.MessageRow[] };

async function claimGroup(
  context: Context,
  tx: Transaction,
  { handler, messages: unlocked, wait }: Group & { wait: boolean },
): Promise<Claimed> {
  const reached = await lockSubjects(tx, { handler, messages: unlocked, wait });
  const messages = await store.lockQueued(tx, { ids: reached.map(({ id }) => id), wait });
  const ids = new Set(wait ? unlocked.map(({ id }) => id) : messages.map(({ id }) => id));
  if (messages.length === 0) return { ids, claimed: [] };
  const now = context.clock.now();
  const admissions = await admitMessages(tx, { handler, messages, now });
  const sorted = sort(messages, { admissions, stopped: await listStoppedRecipients(tx, messages), now });
  await store.transitionMessages(tx, { ids: toIds(sorted.notNeeded), from: ['queued'], to: 'not_needed' });
  await failStopped(context, tx, { handler, messages: sorted.stopped, now });
  for (const [time, postponed] of sorted.later) {
    await store.postponeMessages(tx, { ids: toIds(postponed), notBefore: new Date(time) });
    await queueJobs(context, tx, { messages: postponed, startAfter: new Date(time) });
  }
  return { ids, claimed: await store.claimMessages(tx, { ...sorted, now }) };
}

type Stopped = { handler: PurposeHandler; messages: readonly store.MessageRow[]; now: Date };

/** Immediately fails messages that an opt-out stopped, so that the customer who gave the gift card is notified. */
async function failStopped(context: Context, tx: Transaction, { handler, messages, now }: Stopped): Promise<void> {
  if (messages.length === 0) return;
  const set = { error: 'The recipient replied STOP.', problem: 'opted_out' as const };
  const failed = await store.transitionMessages(tx, { ids: toIds(messages), from: ['queued'], to: 'failed', set });
  await settleMessages(context, tx, { handler, settled: failed.map((message) => ({ message, gaveUp: true, now })) });
}

type Sorted = {
  notNeeded: store.MessageRow[];
  stopped: store.MessageRow[];
  /** Messages to postpone, keyed by the new time in ms. */
  later: Map<number, store.MessageRow[]>;
  unchanged: number[];
  changed: { id: number; recipient: string }[];
};

type Sorting = { admissions: Map<number, Admission>; stopped: ReadonlySet<string>; now: Date };

function sort(messages: store.MessageRow[], { admissions, stopped, now }: Sorting): Sorted {
  const sorted: Sorted = { notNeeded: [], stopped: [], later: new Map(), unchanged: [], changed: [] };
  for (const message of messages) {
    const admission = admissions.get(message.id) ?? 'not needed';
    const sendAt = admission === 'not needed' ? null : 'sendAt' in admission ? admission.sendAt : message.notBefore;
    const afterStop = stopped.has(message.recipient) ? stateAfterStop(message) : null;
    if (sendAt === null || admission === 'not needed') sorted.notNeeded.push(message);
    else if (sendAt > now) sorted.later.set(sendAt.getTime(), [...(sorted.later.get(sendAt.getTime()) ?? []), message]);
    else if (afterStop === 'not_needed') sorted.notNeeded.push(message);
    else if (afterStop === 'failed') sorted.stopped.push(message);
    else if ('recipient' in admission && admission.recipient !== undefined && admission.recipient !== message.recipient)
      sorted.changed.push({ id: message.id, recipient: admission.recipient });
    else sorted.unchanged.push(message.id);
  }
  return sorted;
}

const toIds = (messages: readonly store.MessageRow[]): number[] => messages.map(({ id }) => id);

/** Returns true if a retried message is so late that this attempt is its last. */
export function isOverdue({ notBefore, attempts }: store.MessageRow, now: Date): boolean {
  return attempts > 1 && now.getTime() - notBefore.getTime() > LONGEST_QUEUED_MS;
}
