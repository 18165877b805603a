import type { Context } from '../context.ts';
import { lockReportedCard, textReported } from '../gift-cards/text-reported.ts';
import type { Receipt } from '../outside/messages/port.ts';
import * as store from './store.ts';

/** From which states a report moves a message; delivered and failed are final, so late and repeated reports change nothing. */
const FROM = {
  sent: ['queued', 'claimed', 'unknown'],
  delivered: ['queued', 'claimed', 'sent', 'unknown'],
  failed: ['queued', 'claimed', 'sent', 'unknown'],
} as const;

/**
 * What a carrier reports of a message: moves it, and with the text its gift card. It settles 'unknown' messages, and may come before the
 * carrier's own answer was noted. A report on a message that is not ours is noted in the log alone.
 */
export async function takeReceipt(context: Context, receipt: Receipt): Promise<void> {
  const now = context.clock.now();
  const found = await store.findMessage(context.database.orm, receipt);
  if (!found) {
    context.log.info({ ref: receipt.ref, state: receipt.state }, 'a carrier reported on a message that is not known');
    return;
  }
  await context.database.transaction(async (tx) => {
    // The card first, as everywhere else: two who lock in different order would wait for each other for ever.
    const card = found.giftCardId === null ? null : await lockReportedCard(tx, found.giftCardId);
    const sentAt = found.sentAt ?? now;
    const reason = receipt.reason ?? 'The carrier could not deliver the message.';
    const problem = receipt.state === 'failed' ? (receipt.problem ?? null) : null;
    const fields = {
      state: receipt.state,
      ...(receipt.providerId === undefined ? {} : { providerId: receipt.providerId }),
      sentAt,
      deliveredAt: receipt.state === 'delivered' ? now : null,
      error: receipt.state === 'failed' ? reason : null,
      problem,
    };
    const moved = await store.moveMessage(tx, { id: found.id, from: FROM[receipt.state], fields });
    if (!moved || !card || found.kind !== 'sms') return;
    const report = { round: found.round, state: receipt.state, sentAt, reason, problem };
    await textReported(tx, { card, report, now });
  });
}
