import type { Context } from '#server/context.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import type { MessageRow } from './messages-store.ts';
import * as store from './opt-outs-store.ts';

type Asking = Pick<Context, 'database' | 'integrations'>;

/** True for a mobile that wants no more campaign messages of the present sender. */
export function hasOptedOut({ database, integrations }: Asking, mobile: string): Promise<boolean> {
  return store.hasOptedOut(database.orm, { mobile, sender: integrations.messages.campaignSender });
}

/** True for a mobile that replied STOP to any of our senders and has not replied START to it since. */
export async function hasStopped(handle: Handle, mobile: string): Promise<boolean> {
  return (await store.optedOutOf(handle, [mobile])).has(mobile);
}

/**
 * What a STOP to any of our senders makes of a message with words of strangers; null: it goes out all the same, as the
 * first delivery of a paid gift card does.
 */
export function stateAfterStop({
  purpose,
  deliveryAttempt,
}: Pick<MessageRow, 'purpose' | 'deliveryAttempt'>): 'not_needed' | 'failed' | null {
  if (purpose === 'thanks') return 'not_needed';
  return purpose === 'gift' && Number(deliveryAttempt) > 1 ? 'failed' : null;
}

/** The recipients whose STOP ends one of these messages. */
export function stoppedRecipients(
  handle: Handle,
  messages: readonly Pick<MessageRow, 'purpose' | 'deliveryAttempt' | 'recipient'>[],
): Promise<Set<string>> {
  const ended = messages.filter((message) => stateAfterStop(message) !== null);
  return store.optedOutOf(handle, [...new Set(ended.map(({ recipient }) => recipient))]);
}

/** The carrier knows of a STOP that never came to us. */
export async function optOutByCarrier({ database, integrations, clock }: Context, mobile: string): Promise<void> {
  const sender = integrations.messages.campaignSender;
  await store.optOut(database.orm, { mobile, sender, word: 'carrier', now: clock.now() });
}
