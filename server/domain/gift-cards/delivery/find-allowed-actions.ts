import type { Context } from '#server/context.ts';
import { resendFacts } from '../changes-store.ts';
import { type AllowedActions, allowedActions } from './allowed-actions.ts';

export async function findAllowedActions(
  { database, clock }: Context,
  query: { detailsIds: readonly number[]; customerId: number },
): Promise<Map<number, AllowedActions>> {
  const now = clock.now();
  const facts = await resendFacts(database.orm, { ...query, now });
  return new Map([...facts].map(([id, card]) => [id, allowedActions(card, now)]));
}
