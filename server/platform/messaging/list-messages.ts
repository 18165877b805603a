import type { Context } from '#server/context.ts';
import { listSubjectMessages, type MessageRow, type MessageSubject } from './messages-store.ts';

const MESSAGES_A_LIST = 100;

export type ListedMessage = Pick<
  MessageRow,
  'channel' | 'purpose' | 'recipient' | 'state' | 'deliveryAttempt' | 'error' | 'notBefore' | 'sentAt' | 'deliveredAt'
>;

/**
 * Returns the latest messages about an order and its gift cards, or a gift card and its redemptions, in queueing order.
 */
export async function listMessages(
  { database }: Pick<Context, 'database'>,
  subject: MessageSubject,
): Promise<{ messages: ListedMessage[]; hasMore: boolean }> {
  const latest = await listSubjectMessages(database.orm, { subject, limit: MESSAGES_A_LIST + 1 });
  return { messages: latest.slice(0, MESSAGES_A_LIST).toReversed(), hasMore: latest.length > MESSAGES_A_LIST };
}
