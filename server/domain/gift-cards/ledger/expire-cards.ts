import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { type LockedCard, lockCardById } from '../card-locks-store.ts';
import { listCardsToExpire, nextEntryStep } from './expiry-store.ts';
import { moveAccounts } from './ledger-store.ts';
import { insertMovement } from './spend-store.ts';

const BATCH_SIZE = 500;

type Expiring = { card: LockedCard; now: Date };

/**
 * Scheduled job. Takes the same lock on each card as a till does, so whichever is first gets the value. Held amounts do
 * not expire; once released, they expire on the next run.
 */
export async function expireCards({
  database,
  clock,
  log,
}: Pick<Context, 'database' | 'clock' | 'log'>): Promise<void> {
  const now = clock.now();
  for (const giftCardId of await listCardsToExpire(database.orm, { now, limit: BATCH_SIZE })) {
    try {
      const expired = await database.transaction(async (tx) => {
        const card = await lockCardById(tx, giftCardId);
        if (!card || !isOver(card, now)) return null;
        return { card: card.publicId, cents: await expireCard(tx, { card, now }) };
      });
      if (expired) log.info(expired, 'gift_card.expired');
    } catch (error) {
      log.error({ err: error, giftCardId }, 'gift_card.expire_failed');
    }
  }
}

/** The card may have been spent, frozen or reinstated since it was listed. */
function isOver({ status, expiresAt, availableCents }: LockedCard, now: Date): boolean {
  if (status === 'expired') return availableCents > 0;
  return status === 'active' && expiresAt !== null && expiresAt <= now;
}

export async function expireCard(tx: Transaction, { card, now }: Expiring): Promise<number> {
  const { giftCardId, availableCents: cents } = card;
  const step = nextEntryStep('expire', giftCardId);
  if (cents > 0) await insertMovement(tx, { giftCardId, kind: 'expire', postedCents: -cents, step, createdAt: now });
  if (card.status === 'active') await moveAccounts(tx, { giftCardIds: [giftCardId], from: ['active'], to: 'expired' });
  return cents;
}
