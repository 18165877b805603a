import type { Context } from '#server/context.ts';
import { type ActionRow, listMatchingActions } from './actions-store.ts';

export type { ActionRow } from './actions-store.ts';

export async function listActions(
  { database }: Pick<Context, 'database'>,
  query: { since: Date | null; subject: string | null; limit: number },
): Promise<ActionRow[]> {
  return (await listMatchingActions(database.orm, query)).toReversed();
}
