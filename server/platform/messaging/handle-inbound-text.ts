import type { Context } from '#server/context.ts';
import { toReachableMobile } from '#server/platform/kernel/mobile-number.ts';
import type { Reply } from '#server/platform/ports/messages.ts';
import { readOptOutWord } from './opt-out-words.ts';
import * as store from './opt-outs-store.ts';

/**
 * STOP opts out of the sender's campaigns and, for all senders, of free messages that contain strangers' words
 * (opt-outs.ts). START reverses it.
 */
export async function handleInboundText(context: Context, { from, sender, text, keyword }: Reply): Promise<void> {
  const mobile = toReachableMobile(from);
  const request = keyword ?? readOptOutWord(text);
  if (mobile === null || request === null) return;
  const details = { mobile, sender, now: context.clock.now() };
  if (request === 'start') return store.recordOptIn(context.database.orm, details);
  await store.recordOptOut(context.database.orm, { ...details, word: keyword ?? firstWord(text) });
}

/** Drops characters that the database rejects: a failed insert would lose the STOP. */
const firstWord = (text: string): string => (/[\p{L}\p{N}]+/u.exec(text)?.[0] ?? '').slice(0, 40);
