import type { Context } from '../../context.ts';
import type { Transaction } from '../../database/handle.ts';
import { lockCardsOfOrder } from '../cards-store.ts';
import { resumeDelivery } from '../resume-delivery.ts';
import * as store from './ledger-store.ts';

export { type CardValue, type Cause, lockCardValues, setFrozen, voidedCentsByCause } from './ledger-store.ts';

type Voiding = { card: store.CardValue; cents: number; cause: store.Cause; now: Date };

/**
 * Voids value of a card, in the caller's transaction; a card left with nothing is void and is not delivered.
 */
export async function voidValue(tx: Transaction, { card, cents, cause, now }: Voiding): Promise<void> {
  if (cents <= 0) return;
  const { giftCardId } = card;
  if (cents > card.balanceCents) throw new Error(`Card ${giftCardId} holds less than is to be voided.`);
  const left = await store.insertVoidOrRestore(tx, { giftCardId, kind: 'void', cents, cause, now });
  if (left === 0) await store.moveAccounts(tx, { giftCardIds: [giftCardId], to: 'void' });
}

/** `cents`: at most so much; without it all that was voided and is not restored yet. */
type Restoring = { orderId: number; cause: store.Cause; cents?: number; now: Date };

/**
 * Restores what a cause has voided, once however often it is called; call it with the order locked. A card that is no
 * longer void and was never sent is sent: its messages may have found it void.
 */
export async function restoreValue(context: Pick<Context, 'jobs'>, tx: Transaction, query: Restoring): Promise<void> {
  const { cause, now } = query;
  // A dispatcher that is about to find a card void comes either before this or after it.
  await lockCardsOfOrder(tx, query.orderId);
  let left = query.cents ?? Number.POSITIVE_INFINITY;
  for (const { id, cents: voidedCents } of await store.voidedCentsByCause(tx, query)) {
    const cents = Math.min(voidedCents, left);
    if (cents <= 0) return;
    left -= cents;
    const wasVoid = await store.restoreAccount(tx, id);
    await store.insertVoidOrRestore(tx, { giftCardId: id, kind: 'restore', cents, cause, now });
    if (wasVoid) await resumeDelivery(context, tx, { giftCardId: id, now });
  }
}
