import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { requeueMessages } from '#server/platform/messaging/queue-message.ts';
import { findRecipient, lockCard } from './cards-store.ts';
import { nextSendTime, rescheduleCard } from './reschedule-card.ts';

/** Sends picture and text now or after quiet hours; the card's validity counts from then. */
export async function resumeDelivery(
  context: Pick<Context, 'jobs'>,
  tx: Transaction,
  { giftCardId, now }: { giftCardId: number; now: Date },
): Promise<void> {
  const card = await lockCard(tx, giftCardId);
  if (card?.deliveryState !== 'queued') return;
  const { timezone } = await findRecipient(tx, card);
  const sendAt = nextSendTime(card, { timezone, now });
  const { deliveryAttempt } = card;
  const channels = await requeueMessages(context, tx, { giftCardId, deliveryAttempt, sendAt });
  if (channels.length === 0) return;
  await rescheduleCard(tx, { card, sendAt: sendAt, pictureSent: !channels.includes('mms') });
}
