import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, render, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Countdown, useCountdown } from './confirm-in.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 24) });
  onTestFinished(() => void vi.useRealTimers());
});

function countDown(onEnd = vi.fn(() => true)) {
  const { result, unmount } = renderHook(() => useCountdown(onEnd));
  return {
    onEnd,
    unmount,
    left: () => result.current.left,
    cancel: () => act(() => result.current.cancel()),
    pass: (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1_000)),
  };
}

describe('the countdown', () => {
  it('starts at 600, drops by one each second, and calls onEnd once at zero [ST-070, ST-071, ST-072]', () => {
    const { left, pass, onEnd } = countDown();
    expect(left()).toBe(600);
    for (const next of [599, 598, 597]) {
      pass(1);
      expect(left()).toBe(next);
    }
    pass(596);
    expect([left(), onEnd.mock.calls.length]).toEqual([1, 0]);
    pass(1);
    expect([left(), onEnd.mock.calls.length]).toEqual([0, 1]);
    pass(30);
    expect(onEnd).toHaveBeenCalledTimes(1);
  });

  it('calls onEnd again every second until it returns true', () => {
    const onEnd = vi.fn<() => boolean>().mockReturnValueOnce(false).mockReturnValueOnce(false).mockReturnValue(true);
    const { pass } = countDown(onEnd);
    pass(600);
    expect(onEnd).toHaveBeenCalledTimes(1);
    pass(10);
    expect(onEnd).toHaveBeenCalledTimes(3);
  });

  it('shows the correct time left after the phone has slept', () => {
    const { left, pass, onEnd } = countDown();
    vi.setSystemTime(Date.now() + 9 * 60_000);
    pass(1);
    expect(left()).toBe(59);
    vi.setSystemTime(Date.now() + 60 * 60_000);
    pass(1);
    expect([left(), onEnd.mock.calls.length]).toEqual([0, 1]);
  });

  it.each([
    ['the countdown was cancelled', 'cancel'],
    ['the customer left', 'unmount'],
  ] as const)('never calls onEnd after %s [ST-073]', (_what, action) => {
    const countdown = countDown();
    countdown.pass(5);
    countdown[action]();
    countdown.pass(1_000);
    expect(countdown.onEnd).not.toHaveBeenCalled();
    if (action === 'cancel') expect(countdown.left()).toBeNull();
  });
});

describe('the displayed time', () => {
  const show = (left: number | null) =>
    render(
      <I18nProvider i18n={i18n}>
        <Countdown left={left} />
      </I18nProvider>,
    );

  it.each([
    [600, '10:00', ''],
    [61, '01:01', ''],
    [60, '01:00', 'One minute left to confirm'],
    [9, '00:09', 'One minute left to confirm'],
    [0, '00:00', ''],
  ])('shows %s seconds left as %s and announces %j', (left, time, announcement) => {
    const { getByRole } = show(left);
    expect(getByRole('timer', { name: 'Confirm in' }).textContent).toBe(time);
    expect(getByRole('status').textContent).toBe(announcement);
  });

  it.each([
    ['in small text before the last minute', 61, ['text-13']],
    ['in large text during the last minute', 60, ['text-17', 'font-bold']],
  ])('shows the remaining time %s', (_look, left, look) => {
    const { getByRole } = show(left);
    expect(getByRole('timer').className.split(' ')).toEqual(['tabular', ...look]);
  });

  it('shows no time when the countdown is cancelled', () => {
    expect(show(null).container.textContent).toBe('');
  });
});
