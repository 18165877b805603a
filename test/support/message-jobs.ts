import { messagePurposes } from '#server/domain/message-purposes.ts';
import type { MessagePurpose } from '#server/platform/kernel/message-purposes.ts';
import { dispatchMessage } from '#server/platform/messaging/dispatcher.ts';
import type { TestShop } from './shop.ts';

type Shop = Pick<TestShop, 'context' | 'stored'>;

/** Dispatches every message with this purpose, oldest first, as on its last attempt. */
export async function runMessages({ context, stored }: Shop, purpose: MessagePurpose): Promise<void> {
  for (const { id } of await stored.all('messages', { purpose }))
    await dispatchMessage(context, messagePurposes, { messageId: id, last: true });
}

export async function listDueMessageIds(
  { context }: Pick<TestShop, 'context'>,
  { purpose = null, by = context.clock.now() }: { purpose?: MessagePurpose | null; by?: Date } = {},
): Promise<number[]> {
  const { rows } = await context.database.query(
    `select id from messages where state = 'queued' and not_before <= $1 and ($2::text is null or purpose = $2) order by id`,
    [by, purpose],
  );
  return rows.map(({ id }) => Number(id));
}

export async function findNextDueTime(
  { context }: Pick<TestShop, 'context'>,
  purpose: MessagePurpose,
): Promise<Date | null> {
  const { rows } = await context.database.query(
    `select min(not_before) as at from messages where state = 'queued' and purpose = $1`,
    [purpose],
  );
  return rows[0].at;
}
