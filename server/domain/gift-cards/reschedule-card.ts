import { movedExpiry } from '#contract/rules/gift-card/card-expiry.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { nextSendableTime } from '#server/platform/kernel/next-sendable-time.ts';
import { type CardRow, updateCard } from './cards-store.ts';
import { deletePicture } from './pictures-store.ts';

/** When a card that is not sent yet goes out: at its time, or when that is over now or after the quiet hours. */
export function nextSendTime(
  card: Pick<CardRow, 'sendAt'>,
  { timezone, now }: { timezone: string | null; now: Date },
): Date {
  return card.sendAt > now ? card.sendAt : nextSendableTime(now, timezone);
}

type Rescheduling = {
  card: Pick<CardRow, 'id' | 'validityMonths' | 'suppliedAt' | 'expiresAt'>;
  sendAt: Date;
  /** The picture was sent already, so it stays under its address. */
  pictureSent?: boolean;
};

/**
 * Sets a new send time. The card's life counts from its delivery, so its end moves along, but never nearer than it was;
 * the picture names that end and is drawn anew.
 */
export async function rescheduleCard(tx: Transaction, { card, sendAt, pictureSent }: Rescheduling): Promise<void> {
  const { suppliedAt, expiresAt, validityMonths: months } = card;
  await updateCard(tx, card.id, {
    sendAt,
    expiresAt: movedExpiry({ suppliedAt, deliveredAt: sendAt, months, expiresAt }),
  });
  if (!pictureSent) await deletePicture(tx, card.id);
}
