import type { Context } from '#server/context.ts';
import { messagePurposes } from '#server/domain/message-purposes.ts';
import { dispatchMessage } from '#server/platform/messaging/dispatcher.ts';
import { storedRows } from './stored.ts';

export async function deliverCard(context: Context, giftCardId: number, { last }: { last: boolean }): Promise<void> {
  const { all } = storedRows(context.database);
  const done = new Set<number>();
  for (;;) {
    const queued = await all('messages', { giftCardId, purpose: 'gift', state: 'queued' });
    const next = queued.find(({ id }) => !done.has(id));
    if (!next) return;
    done.add(next.id);
    await dispatchMessage(context, messagePurposes, { messageId: next.id, last });
  }
}
