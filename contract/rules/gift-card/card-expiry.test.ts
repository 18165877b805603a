import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cardExpiry, expiryText, movedExpiry, smallPrint } from './card-expiry.ts';

const day = (text: string) => new Date(text);

it('expires a card at the end of the day, Sydney time, three years after supply', () => {
  const expires = cardExpiry({
    suppliedAt: day('2026-11-21T05:00:00Z'),
    deliveredAt: day('2026-11-21T05:00:00Z'),
    months: 36,
  });
  expect(expires.toISOString()).toBe('2029-11-21T12:59:59.000Z');
  expect(expiryText(expires)).toBe('21 November 2029');
});

it.each([
  ['2026-08-31', 42, '2030-02-28'],
  ['2026-08-31', 37, '2029-09-30'],
  ['2028-02-29', 36, '2031-02-28'],
])(
  'expires a card supplied on %s and valid for %i months on %s, or on the last day of a shorter month',
  (from, months, to) => {
    const noon = day(`${from}T01:00:00Z`);
    const expires = cardExpiry({ suppliedAt: noon, deliveredAt: noon, months });
    expect(
      Temporal.Instant.from(expires.toISOString()).toZonedDateTimeISO('Australia/Sydney').toPlainDateTime().toString(),
    ).toBe(`${to}T23:59:59`);
  },
);

it('counts the three years from delivery when the card is delivered after supply', () => {
  const expires = cardExpiry({
    suppliedAt: day('2026-11-21T05:00:00Z'),
    deliveredAt: day('2027-03-01T05:00:00Z'),
    months: 36,
  });
  expect(expiryText(expires)).toBe('1 March 2030');
});

it('never expires a card less than three years after supply', () => {
  const anyDate = fc.date({ min: day('2024-01-01'), max: day('2040-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(anyDate, anyDate, fc.integer({ min: 36, max: 120 }), (suppliedAt, deliveredAt, months) => {
      const expires = cardExpiry({ suppliedAt, deliveredAt, months });
      const threeYears = new Date(suppliedAt);
      threeYears.setUTCFullYear(threeYears.getUTCFullYear() + 3);
      // By law, a card supplied on 29 February expires on 28 February, but JavaScript's date arithmetic yields 1 March.
      const leap = suppliedAt.getUTCMonth() === 1 && suppliedAt.getUTCDate() >= 28 ? 86_400_000 : 0;
      expect(expires.getTime() + leap).toBeGreaterThanOrEqual(threeYears.getTime());
    }),
  );
});

it("matches Temporal's calendar arithmetic, including leap years and the last days of months", () => {
  const anyDate = fc.date({ min: day('2024-01-01'), max: day('2040-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(anyDate, fc.integer({ min: 36, max: 120 }), (instant, months) => {
      const local = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO('Australia/Sydney');
      const end = local.toPlainDate().add({ months }).add({ days: 1 }).toZonedDateTime('Australia/Sydney');
      const expires = cardExpiry({ suppliedAt: instant, deliveredAt: instant, months });
      expect(expires.getTime()).toBe(end.subtract({ seconds: 1 }).epochMilliseconds);
    }),
  );
});

it('names the seller and the expiry day in the small print of a card', () => {
  expect(smallPrint('Tide & Kiln', day('2029-11-21T12:59:59Z'))).toBe('Tide & Kiln · Expires 21 November 2029');
});

it('rejects a validity below 36 months', () => {
  const now = day('2026-11-21T05:00:00Z');
  expect(() => cardExpiry({ suppliedAt: now, deliveredAt: now, months: 35 })).toThrow(RangeError);
});

it("returns no expiry for a card without a validity, and prints 'Never expires'", () => {
  const instant = day('2026-11-21');
  expect(cardExpiry({ suppliedAt: instant, deliveredAt: instant, months: null })).toBeNull();
  expect(smallPrint('Tide & Kiln', null)).toBe('Tide & Kiln · Never expires');
});

it('never moves the expiry to an earlier day when the delivery moves', () => {
  const suppliedAt = day('2026-11-21T05:00:00Z');
  const life = { suppliedAt, months: 36, expiresAt: day('2029-12-24T12:59:59Z') };
  expect(movedExpiry({ ...life, deliveredAt: day('2026-11-25T05:00:00Z') })).toEqual(life.expiresAt);
  expect(movedExpiry({ ...life, deliveredAt: day('2027-03-01T05:00:00Z') })).toEqual(day('2030-03-01T12:59:59Z'));
  expect(movedExpiry({ ...life, months: null, expiresAt: null, deliveredAt: suppliedAt })).toBeNull();
});
