import { toInstant } from '#contract/rules/time/wall-time.ts';
import { DEFAULT_ZONE } from '#contract/rules/time/zones.ts';

export type Month = { year: number; month: number };

/** Movements are positive amounts, except corrections. */
export const MOVEMENTS = [
  'issued',
  'redeemed',
  'reversed',
  'voided',
  'restored',
  'expired',
  'reinstated',
  'corrected',
] as const;
type Movement = (typeof MOVEMENTS)[number];
/** Amounts in cents. */
export type Movements = Record<Movement, number>;

const SIGNS: Movements = {
  issued: 1,
  redeemed: -1,
  reversed: 1,
  voided: -1,
  restored: 1,
  expired: -1,
  reinstated: 1,
  corrected: 1,
};

export function netCents(movements: Movements): number {
  return MOVEMENTS.reduce((sum, name) => sum + SIGNS[name] * movements[name], 0);
}

export function sumMovements(all: readonly Movements[]): Movements {
  const sums = MOVEMENTS.map((name) => [name, all.reduce((sum, movements) => sum + movements[name], 0)]);
  return Object.fromEntries(sums) as Movements;
}

export function readMonth(text: string): Month | null {
  const [, year, month] = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  return year === undefined ? null : { year: Number(year), month: Number(month) };
}

/** Returns a month's days in Sydney time. `end`: end of the last day. */
export function listMonthDays({ year, month }: Month): { days: { day: string; from: Date }[]; end: Date } {
  const count = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const days = Array.from({ length: count }, (_, index) => ({
    day: `${year}-${padTwoDigits(month)}-${padTwoDigits(index + 1)}`,
    from: midnight({ year, month, day: index + 1 }),
  }));
  return { days, end: midnight({ ...nextMonth({ year, month }), day: 1 }) };
}

const nextMonth = ({ year, month }: Month): Month =>
  month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 };
const padTwoDigits = (number: number): string => String(number).padStart(2, '0');
const midnight = (date: Month & { day: number }): Date =>
  new Date(toInstant({ ...date, hour: 0, minute: 0 }, DEFAULT_ZONE));

/** `dayOfMonth`: 0 means all days before the month. */
export type DayMovements = { sellerId: number; dayOfMonth: number; movements: Movements; gstCents: number };

export type BookDay = { day: string; movements: Movements; outstandingCents: number; gstCents: number };
export type SellerMonth = {
  sellerId: number;
  openingCents: number;
  days: BookDay[];
  sum: Movements;
  gstCents: number;
  closingCents: number;
};

export function buildMonthBooks(all: readonly DayMovements[], days: readonly { day: string }[]): SellerMonth[] {
  const bySeller = Map.groupBy(all, ({ sellerId }) => sellerId);
  return [...bySeller].map(([sellerId, entries]) => {
    const openingCents = entries
      .filter(({ dayOfMonth }) => dayOfMonth === 0)
      .reduce((sum, { movements }) => sum + netCents(movements), 0);
    let outstandingCents = openingCents;
    const moved = entries
      .filter(({ dayOfMonth }) => dayOfMonth > 0)
      .toSorted((a, b) => a.dayOfMonth - b.dayOfMonth)
      .map(({ dayOfMonth: day, movements, gstCents }) => {
        outstandingCents += netCents(movements);
        return { day: days[day - 1]?.day ?? '', movements, outstandingCents, gstCents };
      });
    const sum = sumMovements(moved.map(({ movements }) => movements));
    const gstCents = moved.reduce((all, day) => all + day.gstCents, 0);
    return { sellerId, openingCents, days: moved, sum, gstCents, closingCents: outstandingCents };
  });
}
