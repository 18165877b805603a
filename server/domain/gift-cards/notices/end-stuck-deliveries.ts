import type { Context } from '#server/context.ts';
import { lockCard, moveDelivery } from '../cards-store.ts';
import { queueFailedDelivery } from './failed-delivery.ts';
import { listStuckCards } from './undelivered-store.ts';

const STUCK_AFTER_MS = 24 * 3_600_000;

/** Scheduled job: fails cards still queued after a day without a live message, and texts the customer. */
export async function endStuckDeliveries(context: Context): Promise<void> {
  const { database, clock, log } = context;
  const now = clock.now();
  for (const found of await listStuckCards(database.orm, new Date(now.getTime() - STUCK_AFTER_MS))) {
    await database.transaction(async (tx) => {
      const card = await lockCard(tx, found.id);
      if (card?.deliveryState !== 'queued' || card.deliveryAttempt !== found.delivery_attempt || card.isVoid) return;
      const set = { deliveryError: 'None of its messages was sent within a day.', problem: 'carrier' } as const;
      await moveDelivery(tx, card.id, { to: 'failed', set });
      await queueFailedDelivery(context, tx, { card, state: 'failed', now });
      log.error({ card: card.publicId }, 'gift_card.stuck');
    });
  }
}
