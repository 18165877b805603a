import type { Context } from '#server/context.ts';
import type { Session } from '#server/domain/customers/sessions/sessions.ts';
import type { Result } from '#server/platform/kernel/errors.ts';
import { updateCard } from '../cards-store.ts';
import { othersCardError } from '../details/card-change-error.ts';
import { lockCardOfDetails, lockDetails } from '../details/details-store.ts';

type Telling = { customerId: number; unverified: Session | null; id: number | null; tell: boolean };

/** Implements tellwhengiftcardarrives. Returns null if the card is unknown or not yet issued. */
export async function tellWhenArrived({ database }: Context, query: Telling): Promise<Result<{ status: true } | null>> {
  const { id, customerId, unverified, tell } = query;
  if (id === null) return null;
  return database.transaction(async (tx) => {
    const details = await lockDetails(tx, { id, customerId });
    const card = details && (await lockCardOfDetails(tx, details.id));
    if (!card) return null;
    const error = await othersCardError(tx, { customerId, id, unverified });
    if (error) return error;
    await updateCard(tx, card.id, { tellDelivered: tell });
    return { status: true } as const;
  });
}
