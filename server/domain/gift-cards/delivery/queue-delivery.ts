import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { queueMessages } from '#server/platform/messaging/queue-message.ts';
import type { CardRow } from '../cards-store.ts';

type Attempt = {
  messageId?: number;
  card: Pick<CardRow, 'id' | 'deliveryAttempt' | 'sendAt'>;
  recipient: string;
  now: Date;
};

export async function queueDelivery(context: Pick<Context, 'jobs'>, tx: Transaction, attempt: Attempt): Promise<void> {
  await queueDeliveries(context, tx, [attempt]);
}

export async function queueDeliveries(
  context: Pick<Context, 'jobs'>,
  tx: Transaction,
  attempts: readonly Attempt[],
): Promise<void> {
  const pictures = attempts.map(({ messageId, card, recipient, now }) => {
    const message = { ...buildMessage(card, 'mms'), recipient, notBefore: card.sendAt, now };
    return messageId === undefined ? message : { ...message, id: messageId };
  });
  await queueMessages(context, tx, pictures);
}

/** Queues texts even in quiet hours, because their pictures may already have arrived. */
export async function queueTexts(
  context: Pick<Context, 'jobs'>,
  tx: Transaction,
  attempts: readonly Attempt[],
): Promise<void> {
  const texts = attempts.map(({ card, recipient, now }) => ({ ...buildMessage(card, 'sms'), recipient, now }));
  await queueMessages(context, tx, texts);
}

/** Gives each delivery attempt its own refs, so that a carrier that deduplicates by ref sends again. */
function buildMessage({ id, deliveryAttempt }: Pick<CardRow, 'id' | 'deliveryAttempt'>, channel: 'mms' | 'sms') {
  const name = deliveryAttempt === 1 ? `gift-${id}` : `gift-${id}-attempt${deliveryAttempt}`;
  return { ref: `${name}-${channel}`, channel, purpose: 'gift', giftCardId: id, deliveryAttempt } as const;
}
