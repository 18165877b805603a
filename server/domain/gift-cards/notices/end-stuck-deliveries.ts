import type { Context } from '#server/context.ts';
import { lockCard, moveDelivery } from '../cards-store.ts';
import { queueFailedDelivery } from './failed-delivery.ts';
import { stuckCards } from './undelivered-store.ts';

/** A card that nothing has delivered a day after its time never will be by itself. */
const STUCK_AFTER_MS = 24 * 3_600_000;

/**
 * The scheduled job that ends what would stay queued for ever: a card whose messages are all settled, or gone, and that
 * is still queued a day after its time. It fails, and its customer gets a text.
 */
export async function endStuckDeliveries(context: Context): Promise<void> {
  const { database, clock, log } = context;
  const now = clock.now();
  for (const found of await stuckCards(database.orm, new Date(now.getTime() - STUCK_AFTER_MS))) {
    await database.transaction(async (tx) => {
      const card = await lockCard(tx, found.id);
      if (card?.deliveryState !== 'queued' || card.deliveryAttempt !== found.delivery_attempt || card.isVoid) return;
      const set = { deliveryError: 'No message of it was sent within a day.', problem: 'carrier' } as const;
      await moveDelivery(tx, card.id, { to: 'failed', set });
      await queueFailedDelivery(context, tx, { card, state: 'failed', now });
      log.error({ card: card.publicId }, 'gift_card.stuck');
    });
  }
}
