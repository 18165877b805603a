import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { lockCardsOfOrder } from '../cards-store.ts';
import { type CardValue, type Cause, lockCardValues, sumVoidedCentsByCard } from '../queries.ts';
import { resumeDelivery } from '../resume-delivery.ts';
import * as store from './ledger-store.ts';

type Voiding = { card: CardValue; cents: number; cause: Cause; now: Date };

export async function voidValue(tx: Transaction, { card, cents, cause, now }: Voiding): Promise<void> {
  if (cents <= 0) return;
  const { giftCardId } = card;
  if (cents > card.balanceCents) throw new Error(`The balance of card ${giftCardId} is below the amount to void.`);
  const left = await store.insertVoidOrRestore(tx, { giftCardId, kind: 'void', cents, cause, now });
  if (left === 0) await store.moveAccounts(tx, { giftCardIds: [giftCardId], to: 'void' });
}

/** `cents`: the maximum to restore; defaults to everything not yet restored. */
type Restoring = { orderId: number; cause: Cause; cents?: number; now: Date };

/** Idempotent. Lock the order first. Also sends cards whose messages were skipped while the cards were void. */
export async function restoreValue(context: Pick<Context, 'jobs'>, tx: Transaction, query: Restoring): Promise<void> {
  const { cause, now } = query;
  // Takes the lock of the dispatcher, which could otherwise skip a card as void while it is restored.
  await lockCardsOfOrder(tx, query.orderId);
  let left = query.cents ?? Number.POSITIVE_INFINITY;
  for (const { id, cents: voidedCents } of await sumVoidedCentsByCard(tx, query)) {
    const cents = Math.min(voidedCents, left);
    if (cents <= 0) return;
    left -= cents;
    const restoresTo = await store.lockRestoresTo(tx, id);
    if (restoresTo) await store.moveAccounts(tx, { giftCardIds: [id], from: ['void'], to: restoresTo });
    await store.insertVoidOrRestore(tx, { giftCardId: id, kind: 'restore', cents, cause, now });
    if (restoresTo) await resumeDelivery(context, tx, { giftCardId: id, now });
  }
}

/** Freezing blocks spending but keeps holds. A void card becomes frozen or active only when it is restored. */
export async function setFrozen(
  tx: Transaction,
  { orderId, frozen }: { orderId: number; frozen: boolean },
): Promise<void> {
  const giftCardIds = (await lockCardValues(tx, orderId)).map((card) => card.giftCardId);
  const [from, to] = frozen ? (['active', 'frozen'] as const) : (['frozen', 'active'] as const);
  await store.moveAccounts(tx, { giftCardIds, from: [from], to });
  await store.setRestoresTo(tx, { giftCardIds, to });
}
