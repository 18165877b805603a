import type { Details } from '#contract/gift-cards.ts';
import { cardExpiry, MIN_VALIDITY_MONTHS, movedExpiry } from '#contract/rules/gift-card/card-expiry.ts';
import { sendTime } from '#contract/rules/time/quiet-hours.ts';

export type Planned = { scheduled_delivery: string; timezone: string; life: Details['card_life'] };
type Counted = { months: number | undefined; now: number };

/**
 * Returns the expiry the server will compute on delivery (now if unscheduled), or null if the card never expires. A
 * sold card keeps its validity when the product changes.
 */
export function computeLastDay(card: Planned, { months = MIN_VALIDITY_MONTHS, now }: Counted): Date | null {
  const { scheduled_delivery: scheduledAt, timezone: zone, life } = card;
  const planned = sendTime({ scheduledAt, zone, now });
  const deliveredAt = new Date(planned.ok ? planned.sendAt : now);
  if (!life) return cardExpiry({ suppliedAt: new Date(now), deliveredAt, months });
  const expiresAt = life.expires_on === null ? null : new Date(life.expires_on);
  return movedExpiry({ suppliedAt: new Date(life.supplied_on), deliveredAt, months: life.validity_months, expiresAt });
}

/** Returns the new expiry, or null if it does not change. */
export function computeMovedLastDay(card: Planned, now: number): Date | null {
  const end = card.life && computeLastDay(card, { months: undefined, now });
  return end && end.toISOString() !== card.life?.expires_on ? end : null;
}
