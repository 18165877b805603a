import { expect, it } from 'vitest';
import { english as i18n } from '#test/web/english.ts';
import {
  choicesAroundNight,
  movePastDayToToday,
  parseStoredTime,
  quickChoices,
  resolveShownTime,
  toSchedule,
} from './chosen-time.ts';

const zone = 'Australia/Sydney';
const now = Date.parse('2026-11-19T04:30:20Z');
const place = { zone, now };
const wall = (day: number, hour: number, minute = 0) => ({ year: 2026, month: 11, day, hour, minute });

it("shows and sends the zone's current time by default", () => {
  expect(resolveShownTime(null, place)).toEqual(wall(19, 15, 30));
  expect(resolveShownTime(null, { zone: 'America/New_York', now })).toEqual(wall(18, 23, 30));
  expect(toSchedule(null, place)).toEqual({ scheduled_delivery: '2026-11-19 15:30:00', timezone: zone });
});

it('saves a chosen time as local time together with its zone [ST-049]', () => {
  expect(toSchedule(wall(25, 7, 5), { zone: 'Australia/Perth', now })).toEqual({
    scheduled_delivery: '2026-11-25 07:05:00',
    timezone: 'Australia/Perth',
  });
});

it('replaces a chosen time that has passed with the current time [ST-059]', () => {
  expect(toSchedule(wall(19, 9), place).scheduled_delivery).toBe('2026-11-19 15:30:00');
});

it('restores a saved time only while it is in the future', () => {
  expect(parseStoredTime('2026-11-20 09:00:00', place)).toEqual(wall(20, 9));
  expect(parseStoredTime('2026-11-19 09:00:00', place)).toBeNull();
  expect(parseStoredTime('', place)).toBeNull();
});

it('moves a chosen day to today when the day has ended in the new zone', () => {
  const night = Date.parse('2026-11-19T20:00:00Z');
  expect(movePastDayToToday(wall(19, 16), { zone, now: night })).toEqual(wall(20, 16));
  expect(movePastDayToToday(wall(19, 16), { zone: 'America/Chicago', now: night })).toEqual(wall(19, 16));
  expect(movePastDayToToday(null, place)).toBeNull();
});

it('offers only quick choices in the future, and "Today 6 pm" only if it is early enough', () => {
  expect(quickChoices(i18n, place)).toEqual([
    { label: 'Now', chosen: null },
    { label: 'Today 6\u00a0pm', chosen: wall(19, 18) },
    { label: 'Tomorrow 9\u00a0am', chosen: wall(20, 9) },
    { label: 'Saturday 10\u00a0am', chosen: wall(21, 10) },
  ]);
  const night = Date.parse('2026-11-19T14:00:00Z');
  expect(quickChoices(i18n, { zone, now: night })).toEqual([
    { label: 'At 6\u00a0am their time', chosen: wall(20, 6) },
    { label: 'Today 9\u00a0am', chosen: wall(20, 9) },
    { label: 'Today 6\u00a0pm', chosen: wall(20, 18) },
    { label: 'Tomorrow 9\u00a0am', chosen: wall(21, 9) },
  ]);
  const friday = Date.parse('2026-11-20T07:30:00Z');
  expect(quickChoices(i18n, { zone, now: friday }).map(({ label }) => label)).toEqual(['Now', 'Tomorrow 9\u00a0am']);
});

it.each([
  ['an hour before midnight', wall(25, 23), [wall(25, 19), wall(26, 9)]],
  ['an hour after midnight', wall(26, 1), [wall(25, 19), wall(26, 9)]],
  ['after midnight tonight, when the evening has passed', wall(20, 1), [wall(20, 9)]],
  ['none during the day', wall(25, 6), []],
])('offers alternative hours only for a time at night (%s)', (_what, chosen, offered) => {
  const tonight = Date.parse('2026-11-19T10:00:00Z');
  expect(choicesAroundNight(i18n, chosen, { zone, now: tonight }).map((choice) => choice.chosen)).toEqual(offered);
});
