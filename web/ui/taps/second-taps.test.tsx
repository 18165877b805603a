import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { ignoreSecondTaps } from './second-taps.ts';

beforeAll(() => {
  document.elementFromPoint = () => null;
  ignoreSecondTaps();
});

it('ignores the second tap of a double tap unless it hits the same control as the first', () => {
  const [onRemove, onEdit] = [vi.fn(), vi.fn((event: { preventDefault(): void }) => event.preventDefault())];
  render(
    <>
      <button type="button" onClick={onRemove}>
        Remove
      </button>
      <a href="/edit" onClick={onEdit}>
        Edit
      </a>
    </>,
  );
  const [remove, edit] = [screen.getByRole('button'), screen.getByRole('link')];
  fireEvent.click(remove, { detail: 1 });
  fireEvent.click(remove, { detail: 2 });
  expect(onRemove).toHaveBeenCalledTimes(2);
  expect(fireEvent.click(edit, { detail: 3 })).toBe(false);
  expect(onEdit).not.toHaveBeenCalled();
  fireEvent.click(edit, { detail: 1 });
  fireEvent.click(remove, { detail: 0 });
  expect([onEdit.mock.calls.length, onRemove.mock.calls.length]).toEqual([1, 3]);
});
