import type { Context } from '#server/context.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import type { MessageRow } from './messages-store.ts';
import * as store from './opt-outs-store.ts';

type Asking = Pick<Context, 'database' | 'integrations'>;

/** Checks opt-outs from the current campaign sender only. */
export function hasOptedOut({ database, integrations }: Asking, mobile: string): Promise<boolean> {
  return store.hasOptedOut(database.orm, { mobile, sender: integrations.messages.campaignSender });
}

/** Checks opt-outs from all our senders. */
export async function hasStopped(handle: Handle, mobile: string): Promise<boolean> {
  return (await store.listOptedOut(handle, [mobile])).has(mobile);
}

/**
 * Returns the state of a message with strangers' words after a STOP to any sender; null if it is sent anyway (first
 * delivery of a paid gift card).
 */
export function stateAfterStop({
  purpose,
  deliveryAttempt,
}: Pick<MessageRow, 'purpose' | 'deliveryAttempt'>): 'not_needed' | 'failed' | null {
  if (purpose === 'thanks') return 'not_needed';
  return purpose === 'gift' && Number(deliveryAttempt) > 1 ? 'failed' : null;
}

export function listStoppedRecipients(
  handle: Handle,
  messages: readonly Pick<MessageRow, 'purpose' | 'deliveryAttempt' | 'recipient'>[],
): Promise<Set<string>> {
  const ended = messages.filter((message) => stateAfterStop(message) !== null);
  return store.listOptedOut(handle, [...new Set(ended.map(({ recipient }) => recipient))]);
}

/** Records a STOP reply that only the carrier received. */
export async function recordCarrierOptOut({ database, integrations, clock }: Context, mobile: string): Promise<void> {
  const sender = integrations.messages.campaignSender;
  await store.recordOptOut(database.orm, { mobile, sender, word: 'carrier', now: clock.now() });
}
