import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { type LockedCard, lockCardById } from '../card-locks-store.ts';
import { cardsToExpire, nextStepOf } from './expiry-store.ts';
import { moveAccounts } from './ledger-store.ts';
import { insertMovement } from './spend-store.ts';

const MOST_AT_ONCE = 500;

type Expiring = { card: LockedCard; now: Date };

/**
 * Scheduled job: what nobody spent in time expires. Each card in a transaction of its own and locked as a till locks it:
 * who comes first has the value. What is held stays held; when it is given back, the next run takes it. A frozen card
 * waits until somebody has decided, and a void one has nothing.
 */
export async function expireCards({
  database,
  clock,
  log,
}: Pick<Context, 'database' | 'clock' | 'log'>): Promise<void> {
  const now = clock.now();
  for (const giftCardId of await cardsToExpire(database.orm, { now, most: MOST_AT_ONCE })) {
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

/** Whether there is something to expire: it may have been spent, frozen or reinstated since it was listed. */
function isOver({ status, expiresAt, availableCents }: LockedCard, now: Date): boolean {
  if (status === 'expired') return availableCents > 0;
  return status === 'active' && expiresAt !== null && expiresAt <= now;
}

/** Expires what is left of a locked card whose time is over; returns how much. */
export async function expireCard(tx: Transaction, { card, now }: Expiring): Promise<number> {
  const { giftCardId, availableCents: cents } = card;
  const step = nextStepOf('expire', giftCardId);
  if (cents > 0) await insertMovement(tx, { giftCardId, kind: 'expire', postedCents: -cents, step, createdAt: now });
  if (card.status === 'active') await moveAccounts(tx, { giftCardIds: [giftCardId], from: ['active'], to: 'expired' });
  return cents;
}
