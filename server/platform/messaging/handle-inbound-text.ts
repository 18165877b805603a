import type { Context } from '#server/context.ts';
import { reachableMobile } from '#server/platform/kernel/mobile-number.ts';
import type { Reply } from '#server/platform/ports/messages.ts';
import { readOptOutWord } from './opt-out-words.ts';
import * as store from './opt-outs-store.ts';

/**
 * A text sent to the shop: STOP ends campaign messages of that sender and, from every sender, words of strangers that are
 * not paid for (opt-outs.ts); START allows them again; anything else is ignored.
 */
export async function handleInboundText(context: Context, { from, sender, text, keyword }: Reply): Promise<void> {
  const mobile = reachableMobile(from);
  const request = keyword ?? readOptOutWord(text);
  if (mobile === null || request === null) return;
  const who = { mobile, sender, now: context.clock.now() };
  if (request === 'start') return store.optIn(context.database.orm, who);
  await store.optOut(context.database.orm, { ...who, word: keyword ?? firstWord(text) });
}

/** Letters and digits alone: a text may hold what the database cannot keep, and a STOP must not be lost over it. */
const firstWord = (text: string): string => (/[\p{L}\p{N}]+/u.exec(text)?.[0] ?? '').slice(0, 40);
