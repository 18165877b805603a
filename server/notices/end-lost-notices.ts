import { afterQuietHours } from '#contract/rules/send-time.ts';
import { DEFAULT_ZONE } from '#contract/rules/zones.ts';
import type { Context } from '../context.ts';
import { CLAIM_MS } from '../gift-cards/claim-message.ts';
import * as store from './store.ts';

const TEXTS: readonly store.NoticeKind[] = ['held-text', 'refused-text'];

/**
 * The sweep behind notices whose sender died between claim and answer: the job that comes again finds them claimed and leaves them. A carrier
 * that knows its refs gets a text again; with one that forgets, and with mail, the notice is 'unknown' and not sent twice.
 */
export async function endLostNotices(context: Context): Promise<void> {
  const { clock, database, jobs, log, outside } = context;
  const now = clock.now();
  const again = outside.messages.idempotent ? TEXTS : [];
  const lost = await database.transaction(async (tx) => {
    const ended = await store.endClaims(tx, { before: new Date(now.getTime() - CLAIM_MS), again, now });
    for (const { orderId, kind, state } of ended) {
      if (state !== 'queued') continue;
      const at = kind === 'refused-text' ? { at: new Date(afterQuietHours(now.getTime(), DEFAULT_ZONE)) } : {};
      await jobs.send(tx, 'send-notice', { orderId, kind }, at);
    }
    return ended;
  });
  if (lost.length > 0) log.warn({ lost }, 'notices about orders had lost their sender');
}
