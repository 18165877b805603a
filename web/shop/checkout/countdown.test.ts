import { expect, it } from 'vitest';
import { CHECKOUT_SECONDS } from '#contract/rules/limits.ts';
import { formatCountdown, millisecondsToNextTick, pathAfterCountdown, secondsLeft } from './countdown.ts';

const start = 1_700_000_000_123;

it('starts at 600 seconds, shown as 10:00 [ST-070, BC-08]', () => {
  expect(CHECKOUT_SECONDS).toBe(600);
  expect(secondsLeft(start, start)).toBe(600);
  expect(formatCountdown(600)).toBe('10:00');
});

it('drops by one each second [ST-071]', () => {
  const seconds = [0, 999, 1_000, 2_000, 61_000].map((passed) => secondsLeft(start, start + passed));
  expect(seconds).toEqual([600, 600, 599, 598, 539]);
  expect(secondsLeft(start, start + 300_000)).toBe(300);
});

it('stops at zero, and never exceeds 600 seconds when the clock is set back', () => {
  expect(secondsLeft(start, start + 600_000)).toBe(0);
  expect(secondsLeft(start, start + 3_600_000)).toBe(0);
  expect(secondsLeft(start, start - 60_000)).toBe(600);
});

it('schedules the next tick for the moment when the displayed value changes', () => {
  expect(millisecondsToNextTick(start, start)).toBe(1_000);
  expect(millisecondsToNextTick(start, start + 250)).toBe(750);
  expect(millisecondsToNextTick(start, start + 61_999)).toBe(1);
  expect(millisecondsToNextTick(start, start - 400)).toBe(1_000);
});

it.each([
  [599, '09:59'],
  [60, '01:00'],
  [9, '00:09'],
  [0, '00:00'],
])('formats %i seconds as %s', (seconds, text) => {
  expect(formatCountdown(seconds)).toBe(text);
});

it("goes to the seller's profile at zero, or to /browse when there is no seller [ST-072]", () => {
  expect(pathAfterCountdown({ shop_url: 'bean-and-bloom' })).toBe('/sellerprofile/bean-and-bloom');
  expect(pathAfterCountdown(null)).toBe('/browse');
});
