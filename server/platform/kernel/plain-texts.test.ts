import { expect, it } from 'vitest';
import { formatCount, formatDollars, formatInstant, formatTable } from './plain-texts.ts';

it('formats amounts with two decimals, thousands separators and the sign before the dollar sign', () => {
  expect([0, 5, 123_450, -200, -123_456_789].map(formatDollars)).toEqual([
    '$0.00',
    '$0.05',
    '$1,234.50',
    '-$2.00',
    '-$1,234,567.89',
  ]);
});

it('formats times in Sydney time, with spaces that every terminal shows', () => {
  expect(formatInstant(new Date('2026-11-28T04:02:00Z'))).toBe('28 Nov 2026, 3:02 pm');
});

it('uses the singular for a count of one, and accepts any plural form', () => {
  expect([0, 1, 2].map((count) => formatCount(count, 'order'))).toEqual(['0 orders', '1 order', '2 orders']);
  expect([1, 3].map((count) => formatCount(count, 'order is', 'orders are'))).toEqual(['1 order is', '3 orders are']);
});

it('aligns words left and numbers right in tables, without trailing spaces', () => {
  const rows = [
    ['Day', 'in', 'out'],
    ['a long one', '$5.00', ''],
  ];
  expect(formatTable(rows)).toEqual(['Day         in     out', 'a long one  $5.00']);
  expect(formatTable(rows, { numbers: true })).toEqual(['Day            in  out', 'a long one  $5.00']);
});
