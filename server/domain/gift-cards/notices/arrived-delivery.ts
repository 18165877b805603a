import type { Context } from '#server/context.ts';
import { resolveContactMobile } from '#server/domain/customers/customer.ts';
import { findTextableTime } from '#server/domain/customers/textable-time.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import type { PurposeHandler } from '#server/platform/messaging/purposes.ts';
import { queueMessage } from '#server/platform/messaging/queue-message.ts';
import { type CardRow, findDeliveryFacts } from '../cards-store.ts';
import { describeGiftCard } from './failed-delivery.ts';

type Arrived = { card: Pick<CardRow, 'id' | 'deliveryAttempt'>; now: Date };

/** Queues a text to a customer who asked for it, once per delivery attempt, to be sent outside quiet hours. */
export async function queueArrivedDelivery(context: Context, tx: Transaction, { card, now }: Arrived): Promise<void> {
  const facts = await findDeliveryFacts(tx, card.id);
  const recipient = facts && resolveContactMobile(facts.customer, facts.details.createdAt);
  if (!recipient) return;
  const { id: giftCardId, deliveryAttempt } = card;
  const ref = `gift-${giftCardId}-attempt${deliveryAttempt}-delivered-text`;
  const notBefore = await findTextableTime(tx, { mobile: recipient, now });
  const message = { ref, channel: 'sms', purpose: 'gift-delivered', recipient, giftCardId, deliveryAttempt } as const;
  await queueMessage(context, tx, { ...message, notBefore, now });
}

export const arrivedDeliveryMessages: PurposeHandler = {
  retriedBy: 'job',
  admit: async (tx, { message, now }) => ({ sendAt: await findTextableTime(tx, { mobile: message.recipient, now }) }),
  async compose({ database, settings }, { giftCardId, deliveryAttempt }) {
    const facts = await findDeliveryFacts(database.orm, Number(giftCardId));
    const isTrue = facts?.card.tellDelivered && facts.card.deliveryAttempt === deliveryAttempt;
    if (!facts || !isTrue || facts.card.deliveryState !== 'delivered') return 'not needed';
    return { text: `${describeGiftCard(facts, settings)} has arrived.` };
  },
};
