import { act } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { drawPart } from '#test/web/draw-part.tsx';
import { Done } from './done.tsx';

const MINUTE = 60_000;

it('offers undo until ten minutes after the sale, even if the screen was opened later', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const sale = { redemption: 'gr_2', amount: 12.5, balance: 37.5, last4: '2P4D', redeemedAt: Date.now() - 4 * MINUTE };
  const page = drawPart(<Done receipt={sale} bearer="key" onNext={() => undefined} />);
  const undo = () => page.queryByRole('button', { name: 'Undo' });
  act(() => vi.advanceTimersByTime(6 * MINUTE - 1));
  expect(undo()).not.toBeNull();
  act(() => vi.advanceTimersByTime(1));
  expect(undo()).toBeNull();
  expect(page.getByRole('button', { name: 'Next' })).toBeTruthy();
});
