import { expect, it } from 'vitest';
import { addDays, addMonths, getWeekday, monthGrid, moveDay } from './calendar-grid.ts';

const toDay = (year: number, month: number, day: number) => ({ year, month, day });
const long = toDay(2020, 1, 1);

it('lays out a month in weeks from Monday to Sunday, with gaps for days outside the month [RT-26]', () => {
  const november = monthGrid({ year: 2026, month: 11 });
  expect(november).toHaveLength(6);
  expect(november[0]).toEqual([null, null, null, null, null, null, toDay(2026, 11, 1)]);
  expect(november[5]).toEqual([toDay(2026, 11, 30), null, null, null, null, null, null]);
  expect(monthGrid({ year: 2027, month: 2 })).toHaveLength(4);
});

it('handles leap years, year ends and daylight-saving changes in date arithmetic', () => {
  expect(addMonths(toDay(2028, 1, 31), 1)).toEqual(toDay(2028, 2, 29));
  expect(addMonths(toDay(2026, 12, 31), 2)).toEqual(toDay(2027, 2, 28));
  expect(addDays(toDay(2026, 12, 31), 1)).toEqual(toDay(2027, 1, 1));
  expect(addDays(toDay(2026, 10, 3), 2)).toEqual(toDay(2026, 10, 5));
  expect(getWeekday(toDay(2026, 11, 21))).toBe(5);
});

it('moves the chosen day with the arrow, Home, End, Page Up and Page Down keys', () => {
  const day = toDay(2026, 11, 18);
  const to = (key: string) => moveDay(day, key, long);
  expect([to('ArrowLeft'), to('ArrowRight')]).toEqual([toDay(2026, 11, 17), toDay(2026, 11, 19)]);
  expect([to('ArrowUp'), to('ArrowDown')]).toEqual([toDay(2026, 11, 11), toDay(2026, 11, 25)]);
  expect([to('Home'), to('End')]).toEqual([toDay(2026, 11, 16), toDay(2026, 11, 22)]);
  expect([to('PageUp'), to('PageDown')]).toEqual([toDay(2026, 10, 18), toDay(2026, 12, 18)]);
  expect(to('a')).toBeNull();
});

it('does not move the chosen day before today', () => {
  const today = toDay(2026, 11, 18);
  expect(moveDay(toDay(2026, 11, 20), 'ArrowUp', today)).toEqual(today);
  expect(moveDay(today, 'PageUp', today)).toEqual(today);
});
