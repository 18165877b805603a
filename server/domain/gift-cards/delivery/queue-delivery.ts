import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { queueMessages } from '#server/platform/messaging/queue-message.ts';
import type { CardRow } from '../cards-store.ts';

type Attempt = {
  /** Of the picture message, where it has been taken already. */
  messageId?: number;
  card: Pick<CardRow, 'id' | 'deliveryAttempt' | 'sendAt'>;
  recipient: string;
  now: Date;
};

/**
 * Begins a delivery attempt, in the transaction that causes it: the picture message goes first, its text follows it.
 */
export async function queueDelivery(context: Pick<Context, 'jobs'>, tx: Transaction, attempt: Attempt): Promise<void> {
  await queueDeliveries(context, tx, [attempt]);
}

/** The same for many cards: an order may hold a thousand. */
export async function queueDeliveries(
  context: Pick<Context, 'jobs'>,
  tx: Transaction,
  attempts: readonly Attempt[],
): Promise<void> {
  const pictures = attempts.map(({ messageId, card, recipient, now }) => {
    const message = { ...messageOf(card, 'mms'), recipient, notBefore: card.sendAt, now };
    return messageId === undefined ? message : { ...message, id: messageId };
  });
  await queueMessages(context, tx, pictures);
}

/** The texts with the links: sent at any hour, for the pictures may have reached the recipients. */
export async function queueTexts(
  context: Pick<Context, 'jobs'>,
  tx: Transaction,
  attempts: readonly Attempt[],
): Promise<void> {
  const texts = attempts.map(({ card, recipient, now }) => ({ ...messageOf(card, 'sms'), recipient, now }));
  await queueMessages(context, tx, texts);
}

/** Each attempt has refs of its own, so that an idempotent carrier sends its messages, too. */
function messageOf({ id, deliveryAttempt }: Pick<CardRow, 'id' | 'deliveryAttempt'>, channel: 'mms' | 'sms') {
  const name = deliveryAttempt === 1 ? `gift-${id}` : `gift-${id}-attempt${deliveryAttempt}`;
  return { ref: `${name}-${channel}`, channel, purpose: 'gift', giftCardId: id, deliveryAttempt } as const;
}
