import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followServerTime, serverNow, updateServerTime } from './server-time.ts';

const updateTime = (date: string | null, sentAt = Date.now()) => updateServerTime(date, sentAt);

const PHONE = Date.parse('2026-11-19T04:30:20Z');
const HOUR = 3_600_000;
const toDateHeader = (instant: number) => new Date(instant).toUTCString();

beforeEach(() => {
  vi.useFakeTimers({ now: PHONE });
  updateTime(toDateHeader(PHONE));
});
afterEach(() => void vi.useRealTimers());

it.each([
  ['three hours ahead', -3 * HOUR],
  ['a day behind', 24 * HOUR],
])('follows the server clock on a phone that is %s', (_how, offset) => {
  const change = vi.fn();
  const unfollow = followServerTime(change);
  updateTime(toDateHeader(PHONE + offset));
  expect(serverNow()).toBeCloseTo(PHONE + offset, -4);
  expect(change).toHaveBeenCalledOnce();
  updateTime(toDateHeader(PHONE + offset + 2_000));
  expect(change).toHaveBeenCalledOnce();
  unfollow();
  updateTime(toDateHeader(PHONE));
  expect(serverNow()).toBe(PHONE);
  expect(change).toHaveBeenCalledOnce();
});

it.each([
  ['a date that is only seconds off', toDateHeader(PHONE - 20_000)],
  ['no date header', null],
  ['an invalid date', 'soon'],
])('does not correct the clock when the response has %s', (_what, date) => {
  updateTime(date);
  expect(serverNow()).toBe(PHONE);
});

it('ignores the date of a response that took over a minute, because the phone may have slept', () => {
  updateTime(toDateHeader(PHONE - 2 * HOUR), PHONE - 2 * HOUR);
  expect(serverNow()).toBe(PHONE);
});
