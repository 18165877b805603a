import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  buildMonthBooks,
  listMonthDays,
  MOVEMENTS,
  type Movements,
  netCents,
  readMonth,
  sumMovements,
} from './day-book-rules.ts';

const movements: fc.Arbitrary<Movements> = fc.record(
  Object.fromEntries(
    MOVEMENTS.map((name) => [name, fc.integer({ min: name === 'corrected' ? -500 : 0, max: 100_000 })]),
  ) as Record<keyof Movements, fc.Arbitrary<number>>,
);

it('adds issued, reversed, restored and reinstated value, and subtracts redeemed, voided and expired value', () => {
  const computeNetCents = (change: Partial<Movements>) =>
    netCents({ ...(Object.fromEntries(MOVEMENTS.map((name) => [name, 0])) as Movements), ...change });
  expect([
    computeNetCents({ issued: 5 }),
    computeNetCents({ reversed: 5 }),
    computeNetCents({ restored: 5 }),
    computeNetCents({ reinstated: 5 }),
  ]).toEqual([5, 5, 5, 5]);
  expect([computeNetCents({ redeemed: 5 }), computeNetCents({ voided: 5 }), computeNetCents({ expired: 5 })]).toEqual([
    -5, -5, -5,
  ]);
  expect([computeNetCents({ corrected: 5 }), computeNetCents({ corrected: -5 })]).toEqual([5, -5]);
});

it("carries each day's balance to the next, and closes the month at opening balance plus movements", () => {
  const { days } = listMonthDays({ year: 2026, month: 11 });
  const day = fc.record({
    sellerId: fc.integer({ min: 1, max: 3 }),
    dayOfMonth: fc.integer({ min: 0, max: 30 }),
    movements,
    gstCents: fc.integer({ min: -500, max: 9_000 }),
  });
  const all = fc.uniqueArray(day, {
    selector: ({ sellerId, dayOfMonth }) => `${sellerId} ${dayOfMonth}`,
    maxLength: 60,
  });
  fc.assert(
    fc.property(all, (moved) => {
      const books = buildMonthBooks(moved, days);
      expect(books.map(({ sellerId }) => sellerId).toSorted()).toEqual(
        [...new Set(moved.map(({ sellerId }) => sellerId))].toSorted(),
      );
      for (const { sellerId, openingCents, days: movedDays, sum, gstCents, closingCents } of books) {
        const net = moved.filter((entry) => entry.sellerId === sellerId).map((entry) => netCents(entry.movements));
        expect(closingCents).toBe(net.reduce((left, right) => left + right, 0));
        expect(closingCents).toBe(openingCents + netCents(sum));
        expect(sum).toEqual(sumMovements(movedDays.map((entry) => entry.movements)));
        const inMonth = moved.filter((entry) => entry.sellerId === sellerId && entry.dayOfMonth > 0);
        expect(gstCents).toBe(inMonth.reduce((all, entry) => all + entry.gstCents, 0));
        let before = openingCents;
        for (const { movements: dayMovements, outstandingCents } of movedDays) {
          expect(outstandingCents).toBe(before + netCents(dayMovements));
          before = outstandingCents;
        }
        expect(movedDays.map((entry) => entry.day)).toEqual(movedDays.map((entry) => entry.day).toSorted());
      }
    }),
  );
});

it('uses Sydney time for day boundaries, including at the daylight-saving change in October', () => {
  const { days, end } = listMonthDays({ year: 2026, month: 10 });
  expect(days).toHaveLength(31);
  expect(days[0]).toEqual({ day: '2026-10-01', from: new Date('2026-09-30T14:00:00Z') });
  expect(days[4]).toEqual({ day: '2026-10-05', from: new Date('2026-10-04T13:00:00Z') });
  expect(end).toEqual(new Date('2026-10-31T13:00:00Z'));
  expect(listMonthDays({ year: 2026, month: 12 }).end).toEqual(new Date('2026-12-31T13:00:00Z'));
});

it.each([
  ['2026-11', { year: 2026, month: 11 }],
  ['2026-13', null],
  ['2026-1', null],
  ['11/2026', null],
  ['', null],
])('parses "%s" as a month or returns null', (text, month) => {
  expect(readMonth(text)).toEqual(month);
});
