import { movedExpiry } from '#contract/rules/gift-card/card-expiry.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { nextSendableTime } from '#server/platform/kernel/next-sendable-time.ts';
import { type CardRow, updateCard } from './cards-store.ts';
import { deletePicture } from './pictures-store.ts';

/** Returns the scheduled time, or if it has passed, the next time outside quiet hours. */
export function nextSendTime(
  card: Pick<CardRow, 'sendAt'>,
  { timezone, now }: { timezone: string | null; now: Date },
): Date {
  return card.sendAt > now ? card.sendAt : nextSendableTime(now, timezone);
}

type Rescheduling = {
  card: Pick<CardRow, 'id' | 'validityMonths' | 'suppliedAt' | 'expiresAt'>;
  sendAt: Date;
  /** True if the picture was already sent, so its URL stays. */
  pictureSent?: boolean;
};

/**
 * Also postpones the card's expiry, because validity counts from delivery, but never brings it forward. Redraws the
 * picture, which shows the expiry.
 */
export async function rescheduleCard(tx: Transaction, { card, sendAt, pictureSent }: Rescheduling): Promise<void> {
  const { suppliedAt, expiresAt, validityMonths: months } = card;
  await updateCard(tx, card.id, {
    sendAt,
    expiresAt: movedExpiry({ suppliedAt, deliveredAt: sendAt, months, expiresAt }),
  });
  if (!pictureSent) await deletePicture(tx, card.id);
}
