import type { Context } from '../../context.ts';
import type { Transaction } from '../../database/handle.ts';
import { queueMessage } from '../../messaging/queue-message.ts';
import type { CardRow } from '../cards-store.ts';

type Attempt = {
  card: Pick<CardRow, 'id' | 'deliveryAttempt' | 'sendAt'>;
  recipient: string;
  now: Date;
};

/**
 * Begins a delivery attempt, in the transaction that causes it: the picture message goes first, its text follows it.
 */
export async function queueDelivery(context: Pick<Context, 'jobs'>, tx: Transaction, attempt: Attempt): Promise<void> {
  const { card, recipient, now } = attempt;
  await queueMessage(context, tx, { ...messageOf(card, 'mms'), recipient, notBefore: card.sendAt, now });
}

/** The text with the link: sent at any hour, for the picture may have reached the recipient. */
export async function queueText(context: Pick<Context, 'jobs'>, tx: Transaction, attempt: Attempt): Promise<void> {
  const { card, recipient, now } = attempt;
  await queueMessage(context, tx, { ...messageOf(card, 'sms'), recipient, now });
}

/** Each attempt has refs of its own, so that an idempotent carrier sends its messages, too. */
function messageOf({ id, deliveryAttempt }: Pick<CardRow, 'id' | 'deliveryAttempt'>, channel: 'mms' | 'sms') {
  const name = deliveryAttempt === 1 ? `gift-${id}` : `gift-${id}-attempt${deliveryAttempt}`;
  return { ref: `${name}-${channel}`, channel, purpose: 'gift', giftCardId: id, deliveryAttempt } as const;
}
