import { desc, eq } from 'drizzle-orm';
import type { Handle } from '#server/platform/database/handle.ts';
import { phoneMessages } from '#server/platform/database/schema/schema.ts';
import type { OutgoingMessage } from '#server/platform/ports/messages.ts';

export type PhoneMessage = typeof phoneMessages.$inferSelect;

/** Stores a message; a repeated ref keeps the first message. */
export async function insertMessage(
  handle: Handle,
  { message, now }: { message: OutgoingMessage; now: Date },
): Promise<number> {
  const { ref, to, kind, text, purpose, mediaUrl = null } = message;
  const values = { ref, to, kind, text, purpose, mediaUrl, status: 'delivered' as const, createdAt: now };
  const id = { id: phoneMessages.id };
  const [newRow] = await handle.insert(phoneMessages).values(values).onConflictDoNothing().returning(id);
  const [row] = newRow ? [newRow] : await handle.select(id).from(phoneMessages).where(eq(phoneMessages.ref, ref));
  if (!row) throw new Error(`The message ${ref} was not inserted and does not exist.`);
  return row.id;
}

export function readMessages(
  handle: Handle,
  { to, limit }: { to: string | null; limit: number },
): Promise<PhoneMessage[]> {
  return handle
    .select()
    .from(phoneMessages)
    .where(to === null ? undefined : eq(phoneMessages.to, to))
    .orderBy(desc(phoneMessages.id))
    .limit(limit);
}
