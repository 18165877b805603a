import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { requeueMessages } from '#server/platform/messaging/queue-message.ts';
import { lockCard, recipientOf } from './cards-store.ts';
import { nextSendTime, rescheduleCard } from './reschedule-card.ts';

/**
 * Delivers a card that was void for a while, if its time passed meanwhile: its messages were found not needed. They go
 * out now or after the quiet hours of its zone, the text as well, and the card's life counts from then.
 */
export async function resumeDelivery(
  context: Pick<Context, 'jobs'>,
  tx: Transaction,
  { giftCardId, now }: { giftCardId: number; now: Date },
): Promise<void> {
  const card = await lockCard(tx, giftCardId);
  if (card?.deliveryState !== 'queued') return;
  const { timezone } = await recipientOf(tx, card);
  const at = nextSendTime(card, { timezone, now });
  const { deliveryAttempt } = card;
  const channels = await requeueMessages(context, tx, { giftCardId, deliveryAttempt, at });
  if (channels.length === 0) return;
  await rescheduleCard(tx, { card, sendAt: at, pictureSent: !channels.includes('mms') });
}
