import type { MessageProblem } from '#contract/gift-cards.ts';
import { twoDecimals } from '#contract/rules/money/money.ts';
import { incrementId } from '#contract/rules/order-number.ts';
import type { Context } from '../../context.ts';
import { mobileFor } from '../../customers/customer.ts';
import type { Transaction } from '../../database/handle.ts';
import { nextSendableTime } from '../../kernel/next-sendable-time.ts';
import type { PurposeHandler } from '../../messaging/purposes.ts';
import { queueMessage } from '../../messaging/queue-message.ts';
import { type CardRow, type DeliveryFacts, deliveryFacts } from '../cards-store.ts';

type Failed = { card: Pick<CardRow, 'id' | 'deliveryAttempt'>; now: Date };

/**
 * Tells the customer by text that a gift card did not arrive, in the transaction that records it: once a delivery
 * attempt, and not at night.
 */
export async function queueFailedDelivery(context: Context, tx: Transaction, { card, now }: Failed): Promise<void> {
  const facts = await deliveryFacts(tx, card.id);
  const recipient = facts && mobileFor(facts.customer, facts.details.createdAt);
  if (!recipient) return;
  const { id: giftCardId, deliveryAttempt } = card;
  const ref = `gift-${giftCardId}-attempt${deliveryAttempt}-failed-text`;
  const message = { ref, channel: 'sms', purpose: 'gift-failed', recipient } as const;
  await queueMessage(context, tx, { ...message, giftCardId, deliveryAttempt, notBefore: nextSendableTime(now), now });
}

export const failedDeliveryMessages: PurposeHandler = {
  retriedBy: 'job',
  admit: async (_tx, { now }) => ({ at: nextSendableTime(now) }),
  async compose({ database, settings }, { giftCardId, deliveryAttempt }) {
    const facts = await deliveryFacts(database.orm, Number(giftCardId));
    // Sent again, corrected or arrived after all: it needs no help any more.
    if (facts?.card.deliveryState !== 'failed' || facts.card.deliveryAttempt !== deliveryAttempt) return 'not needed';
    return { text: failedText(facts, settings) };
  },
};

/** What the customer can do, by why it failed; the address of the order follows. */
const WHAT_TO_DO: Record<MessageProblem, string> = {
  number: 'Nobody can be reached on that number. Correct it here, and the card goes out again:',
  opted_out: 'The owner of that phone has told our number to stop. They can text START to it, or correct the number:',
  no_route: 'We cannot send messages to that country or network. See your order:',
  unreachable: 'The phone could not be reached. Correct the number or send the card again here:',
  blocked: 'The phone network blocked the message. Send it again later here:',
  carrier: 'Our messages could not go out; the number is not to blame. Send it again here:',
};

function failedText(facts: DeliveryFacts, { OPERATOR_NAME, publicUrl }: Context['settings']): string {
  const { card, details, orderNumber } = facts;
  const value = `$${twoDecimals(card.valueCents / 100)}`;
  const todo = WHAT_TO_DO[card.problem ?? 'carrier'];
  return `${OPERATOR_NAME}: your ${value} gift card for ${details.recipientFirstname} could not be delivered. ${todo} ${publicUrl}/account/order/${incrementId(orderNumber ?? 0)}`;
}
