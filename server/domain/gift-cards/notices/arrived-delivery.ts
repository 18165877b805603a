import type { Context } from '#server/context.ts';
import { mobileFor } from '#server/domain/customers/customer.ts';
import { textableTime } from '#server/domain/customers/textable-time.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import type { PurposeHandler } from '#server/platform/messaging/purposes.ts';
import { queueMessage } from '#server/platform/messaging/queue-message.ts';
import { type CardRow, deliveryFacts } from '../cards-store.ts';
import { cardWords } from './failed-delivery.ts';

type Arrived = { card: Pick<CardRow, 'id' | 'deliveryAttempt'>; now: Date };

/** Queues a text to customers who asked for it: once per delivery attempt, and not at night. */
export async function queueArrivedDelivery(context: Context, tx: Transaction, { card, now }: Arrived): Promise<void> {
  const facts = await deliveryFacts(tx, card.id);
  const recipient = facts && mobileFor(facts.customer, facts.details.createdAt);
  if (!recipient) return;
  const { id: giftCardId, deliveryAttempt } = card;
  const ref = `gift-${giftCardId}-attempt${deliveryAttempt}-delivered-text`;
  const notBefore = await textableTime(tx, { mobile: recipient, now });
  const message = { ref, channel: 'sms', purpose: 'gift-delivered', recipient, giftCardId, deliveryAttempt } as const;
  await queueMessage(context, tx, { ...message, notBefore, now });
}

export const arrivedDeliveryMessages: PurposeHandler = {
  retriedBy: 'job',
  admit: async (tx, { message, now }) => ({ at: await textableTime(tx, { mobile: message.recipient, now }) }),
  async compose({ database, settings }, { giftCardId, deliveryAttempt }) {
    const facts = await deliveryFacts(database.orm, Number(giftCardId));
    const isTrue = facts?.card.tellDelivered && facts.card.deliveryAttempt === deliveryAttempt;
    if (!facts || !isTrue || facts.card.deliveryState !== 'delivered') return 'not needed';
    return { text: `${cardWords(facts, settings)} has arrived.` };
  },
};
