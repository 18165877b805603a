import type { Context } from '#server/context.ts';
import { messagePurposes } from '#server/domain/message-purposes.ts';
import { dispatchMessage } from '#server/platform/messaging/dispatcher.ts';

/** Runs each job send-message of a card once, as long as there are any; throws what a job throws. */
export async function deliverCard(context: Context, giftCardId: number, { last }: { last: boolean }): Promise<void> {
  const done = new Set<number>();
  for (;;) {
    const { rows } = await context.database.query(
      `select id from messages where gift_card_id = $1 and purpose = 'gift' and state = 'queued' order by id`,
      [giftCardId],
    );
    const next = rows.map((row) => Number(row.id)).find((id) => !done.has(id));
    if (next === undefined) return;
    done.add(next);
    await dispatchMessage(context, messagePurposes, { messageId: next, last });
  }
}
