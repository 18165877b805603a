import { instantOf } from '#contract/rules/time/wall-time.ts';
import { DEFAULT_ZONE } from '#contract/rules/time/zones.ts';

/** A month of the calendar: { year: 2026, month: 11 }. */
export type Month = { year: number; month: number };

/** What moved the value of a seller's gift cards. All are positive but a correction, which may take value. */
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
/** Cents. */
export type Movements = Record<Movement, number>;

/** Which way each movement changes what is outstanding. */
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

/** What value is left on a seller's gift cards changes by so much. */
export function netCents(movements: Movements): number {
  return MOVEMENTS.reduce((sum, name) => sum + SIGNS[name] * movements[name], 0);
}

export function sumOf(all: readonly Movements[]): Movements {
  const sums = MOVEMENTS.map((name) => [name, all.reduce((sum, one) => sum + one[name], 0)]);
  return Object.fromEntries(sums) as Movements;
}

/** '2026-11'; null for anything else. */
export function readMonth(text: string): Month | null {
  const [, year, month] = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  return year === undefined ? null : { year: Number(year), month: Number(month) };
}

/** The days of a month as they are counted in Sydney: '2026-11-01' and the instant it begins. `end`: of the last one. */
export function daysOf({ year, month }: Month): { days: { day: string; from: Date }[]; end: Date } {
  const count = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const days = Array.from({ length: count }, (_, at) => ({
    day: `${year}-${two(month)}-${two(at + 1)}`,
    from: midnight({ year, month, day: at + 1 }),
  }));
  return { days, end: midnight({ ...nextMonth({ year, month }), day: 1 }) };
}

const nextMonth = ({ year, month }: Month): Month =>
  month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 };
const two = (number: number): string => String(number).padStart(2, '0');
const midnight = (date: Month & { day: number }): Date =>
  new Date(instantOf({ ...date, hour: 0, minute: 0 }, DEFAULT_ZONE));

/** A seller's movements of a day; `at` counts the days of the month from 1 and is 0 for all there was before it. */
export type DayMovements = { sellerId: number; at: number; movements: Movements; gstCents: number };

/** `gstCents`: GST in what was redeemed, less that in what was reversed; below zero where more came back. */
export type BookDay = { day: string; movements: Movements; outstandingCents: number; gstCents: number };
/** A seller's month: the days with movement, and what was outstanding before the first and after the last. */
export type SellerMonth = {
  sellerId: number;
  openingCents: number;
  days: BookDay[];
  sum: Movements;
  gstCents: number;
  closingCents: number;
};

/** Adds up the movements of a month, a seller at a time. Sellers whose cards never moved are left out. */
export function monthBooks(all: readonly DayMovements[], days: readonly { day: string }[]): SellerMonth[] {
  const bySeller = Map.groupBy(all, ({ sellerId }) => sellerId);
  return [...bySeller].map(([sellerId, own]) => {
    const openingCents = own.filter(({ at }) => at === 0).reduce((sum, { movements }) => sum + netCents(movements), 0);
    let outstandingCents = openingCents;
    const moved = own
      .filter(({ at }) => at > 0)
      .toSorted((a, b) => a.at - b.at)
      .map(({ at, movements, gstCents }) => {
        outstandingCents += netCents(movements);
        return { day: days[at - 1]?.day ?? '', movements, outstandingCents, gstCents };
      });
    const sum = sumOf(moved.map(({ movements }) => movements));
    const gstCents = moved.reduce((all, day) => all + day.gstCents, 0);
    return { sellerId, openingCents, days: moved, sum, gstCents, closingCents: outstandingCents };
  });
}
