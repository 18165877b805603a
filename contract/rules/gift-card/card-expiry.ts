import { dateFormat } from '../formats.ts';
import { toInstant, toWallTime } from '../time/wall-time.ts';

const ZONE = 'Australia/Sydney';
const SECOND_MS = 1_000;
/** The legal minimum (ACL s 99B), which is also the default. */
export const MIN_VALIDITY_MONTHS = 36;

type CardLife = { suppliedAt: Date; deliveredAt: Date };

/**
 * Returns the end of the day in Sydney, `months` after supply or delivery, whichever is later. Throws for `months`
 * below 36. Avoids Temporal, which phones lack.
 */
export function cardExpiry(facts: CardLife & { months: number }): Date;
export function cardExpiry(facts: CardLife & { months: number | null }): Date | null;
export function cardExpiry(facts: CardLife & { months: number | null }): Date | null {
  if (facts.months === null) return null;
  if (facts.months < MIN_VALIDITY_MONTHS) throw new RangeError('A gift card must be valid for at least 36 months.');
  const later = Math.max(facts.suppliedAt.getTime(), facts.deliveredAt.getTime());
  return endOfDayAfter(new Date(later), facts.months);
}

/** Returns the end of the Sydney day `months` later, or of the last day if that month is shorter. */
export function endOfDayAfter(from: Date, months: number): Date {
  const { year, month, day } = toWallTime(from.getTime(), ZONE);
  const monthAt = month - 1 + months;
  const lastOfMonth = new Date(Date.UTC(year, monthAt + 1, 0)).getUTCDate();
  const next = new Date(Date.UTC(year, monthAt, Math.min(day, lastOfMonth) + 1));
  const dayAfter = { year: next.getUTCFullYear(), month: next.getUTCMonth() + 1, day: next.getUTCDate() };
  return new Date(toInstant({ ...dayAfter, hour: 0, minute: 0 }, ZONE) - SECOND_MS);
}

type Moved = CardLife & { months: number | null; expiresAt: Date | null };

/** Returns the expiry after the delivery moved, never an earlier day than before. */
export function movedExpiry({ expiresAt, ...life }: Moved): Date | null {
  const moved = cardExpiry(life);
  return moved && expiresAt && expiresAt > moved ? expiresAt : moved;
}

export function expiryText(expiresAt: Date, locale = 'en-AU'): string {
  return dateFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: ZONE }).format(expiresAt);
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Returns '21 Nov 2029'. Uses its own month names, because browsers abbreviate differently and previews must be exact.
 */
export function shortExpiryText(expiresAt: Date): string {
  const { year, month, day } = toWallTime(expiresAt.getTime(), ZONE);
  return `${day} ${MONTHS[month - 1]} ${year}`;
}

/** Always returns English text, because the card's picture is in English. */
export function smallPrint(sellerName: string, expiresAt: Date | null): string {
  if (expiresAt === null) return `${sellerName} · Never expires`;
  return `${sellerName} · Expires ${expiryText(expiresAt)}`;
}
