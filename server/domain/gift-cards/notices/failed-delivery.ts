import type { MessageProblem } from '#contract/gift-cards.ts';
import { formatTwoDecimals } from '#contract/rules/money/money.ts';
import { toIncrementId } from '#contract/rules/order-number.ts';
import type { Context } from '#server/context.ts';
import { resolveContactMobile } from '#server/domain/customers/customer.ts';
import { findTextableTime } from '#server/domain/customers/textable-time.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { shownName } from '#server/platform/kernel/strangers-words.ts';
import type { PurposeHandler } from '#server/platform/messaging/purposes.ts';
import { queueMessage } from '#server/platform/messaging/queue-message.ts';
import { type CardRow, type DeliveryFacts, findDeliveryFacts } from '../cards-store.ts';
import { queueNotice } from './undelivered-notice.ts';

/** A carrier that did not respond may still report within this time. */
const REPORTED_WITHIN_MS = 60 * 60_000;

type Undelivered = { card: Pick<CardRow, 'id' | 'deliveryAttempt'>; state: 'failed' | 'unknown'; now: Date };

/**
 * Queues one text to the customer per delivery attempt, to be sent outside quiet hours, in the transaction that records
 * the failure. Also notifies the operator.
 */
export async function queueFailedDelivery(
  context: Context,
  tx: Transaction,
  { card, state, now }: Undelivered,
): Promise<void> {
  await queueNotice(context, tx, now);
  const facts = await findDeliveryFacts(tx, card.id);
  const recipient = facts && resolveContactMobile(facts.customer, facts.details.createdAt);
  if (!recipient) return;
  const { id: giftCardId, deliveryAttempt } = card;
  const ref = `gift-${giftCardId}-attempt${deliveryAttempt}-failed-text`;
  const message = { ref, channel: 'sms', purpose: 'gift-failed', recipient } as const;
  const from = state === 'failed' ? now : new Date(now.getTime() + REPORTED_WITHIN_MS);
  const notBefore = await findTextableTime(tx, { mobile: recipient, now: from });
  await queueMessage(context, tx, { ...message, giftCardId, deliveryAttempt, notBefore, now });
}

export const failedDeliveryMessages: PurposeHandler = {
  retriedBy: 'job',
  async admit(tx, { message: { recipient: mobile, notBefore }, now }) {
    return {
      sendAt: await findTextableTime(tx, { mobile, now: new Date(Math.max(now.getTime(), notBefore.getTime())) }),
    };
  },
  async compose({ database, settings }, { giftCardId, deliveryAttempt }) {
    const facts = await findDeliveryFacts(database.orm, Number(giftCardId));
    if (facts?.card.deliveryAttempt !== deliveryAttempt || facts.card.openedAt) return 'not needed';
    if (facts.card.deliveryState === 'failed') return { text: composeFailedText(facts, settings) };
    return facts.card.deliveryState === 'unknown' ? { text: composeUnknownText(facts, settings) } : 'not needed';
  },
};

const WHAT_TO_DO: Record<MessageProblem, string> = {
  number: "That number can't be reached. Correct it here and we'll send the card again:",
  opted_out:
    'That phone has opted out of our texts. Its owner can text START to our number. Or send the card to another number, or to yours to show or print:',
  no_route: "We can't send messages to that country or network. See your order:",
  unreachable: "The phone couldn't be reached. Correct the number or send the card again:",
  blocked: 'The phone network blocked the message. Send it again later here:',
  carrier: "We couldn't send our messages. The number isn't the problem. Send it again here:",
};

function composeFailedText(facts: DeliveryFacts, settings: Context['settings']): string {
  const todo = WHAT_TO_DO[facts.card.problem ?? 'carrier'];
  return `${describeGiftCard(facts, settings)} could not be delivered. ${todo} ${buildOrderUrl(facts, settings)}`;
}

function composeUnknownText(facts: DeliveryFacts, settings: Context['settings']): string {
  const todo = "Ask them, and if it hasn't arrived, send it again here:";
  return `${describeGiftCard(facts, settings)} was sent, but the phone network has not said whether it arrived. ${todo} ${buildOrderUrl(facts, settings)}`;
}

export function describeGiftCard({ card, details }: DeliveryFacts, { SHOP_NAME }: Context['settings']): string {
  const name = shownName(details.recipientFirstname);
  return `${SHOP_NAME}: your $${formatTwoDecimals(card.valueCents / 100)} gift card${name === '' ? '' : ` for ${name}`}`;
}

function buildOrderUrl({ orderNumber }: DeliveryFacts, { publicUrl }: Context['settings']): string {
  return `${publicUrl}/account/order/${toIncrementId(orderNumber ?? 0)}`;
}
