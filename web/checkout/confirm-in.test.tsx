import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, render, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Countdown, useCountdown } from './confirm-in.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 24) });
  onTestFinished(() => void vi.useRealTimers());
});

/** A countdown whose end is met as `onEnd` says. */
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
  test('runs from ten minutes, a second at a time, and ends once', () => {
    const { left, pass, onEnd } = countDown();
    expect(left()).toBe(600);
    pass(1);
    expect(left()).toBe(599);
    pass(598);
    expect([left(), onEnd.mock.calls.length]).toEqual([1, 0]);
    pass(1);
    expect([left(), onEnd.mock.calls.length]).toEqual([0, 1]);
    pass(30);
    expect(onEnd).toHaveBeenCalledTimes(1);
  });

  test('that may not end asks again each second until it may', () => {
    const onEnd = vi.fn<() => boolean>().mockReturnValueOnce(false).mockReturnValueOnce(false).mockReturnValue(true);
    const { pass } = countDown(onEnd);
    pass(600);
    expect(onEnd).toHaveBeenCalledTimes(1);
    pass(10);
    expect(onEnd).toHaveBeenCalledTimes(3);
  });

  test('shows the truth after the phone slept', () => {
    const { left, pass, onEnd } = countDown();
    vi.setSystemTime(Date.now() + 9 * 60_000);
    pass(1);
    expect(left()).toBe(59);
    vi.setSystemTime(Date.now() + 60 * 60_000);
    pass(1);
    expect([left(), onEnd.mock.calls.length]).toEqual([0, 1]);
  });

  test.each([
    ['cancelled', 'cancel'],
    ['left', 'unmount'],
  ] as const)('that is %s does not end', (_what, how) => {
    const shown = countDown();
    shown.pass(5);
    shown[how]();
    shown.pass(1_000);
    expect(shown.onEnd).not.toHaveBeenCalled();
    if (how === 'cancel') expect(shown.left()).toBeNull();
  });
});

describe('the time on screen', () => {
  const show = (left: number | null) =>
    render(
      <I18nProvider i18n={i18n}>
        <Countdown left={left} />
      </I18nProvider>,
    );

  test.each([
    [600, '10:00', ''],
    [61, '01:01', ''],
    [60, '01:00', 'One minute left to confirm'],
    [9, '00:09', 'One minute left to confirm'],
    [0, '00:00', ''],
  ])('of %s seconds is %s; readers hear %j', (left, shown, said) => {
    const { getByRole } = show(left);
    expect(getByRole('timer', { name: 'Confirm in' }).textContent).toBe(shown);
    expect(getByRole('status').textContent).toBe(said);
  });

  test('is gone once it is cancelled', () => {
    expect(show(null).container.textContent).toBe('');
  });
});
