import { and, desc, eq, gte } from 'drizzle-orm';
import type { Handle } from '#server/platform/database/handle.ts';
import { operatorActions } from '#server/platform/database/schema/schema.ts';

export type ActionRow = typeof operatorActions.$inferSelect;

export async function insertAction(handle: Handle, row: typeof operatorActions.$inferInsert): Promise<void> {
  await handle.insert(operatorActions).values(row);
}

export async function listMatchingActions(
  handle: Handle,
  { since, subject, limit }: { since: Date | null; subject: string | null; limit: number },
): Promise<ActionRow[]> {
  const { at, id, subject: about } = operatorActions;
  return handle
    .select()
    .from(operatorActions)
    .where(and(since ? gte(at, since) : undefined, subject === null ? undefined : eq(about, subject)))
    .orderBy(desc(id))
    .limit(limit);
}
