import type { Context } from '#server/context.ts';
import { type ActionRow, actionsWith } from './actions-store.ts';

export type { ActionRow } from './actions-store.ts';

export async function listActions(
  { database }: Pick<Context, 'database'>,
  query: { since: Date | null; subject: string | null; most: number },
): Promise<ActionRow[]> {
  return (await actionsWith(database.orm, query)).toReversed();
}
