import { waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openLocalSchedule, storedSchedule, TUESDAY } from '#test/web/schedule-screen.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: TUESDAY });
  onTestFinished(() => void vi.useRealTimers());
});

describe('the calendar', () => {
  test('has no days before today, and no month before this one', async () => {
    const { calendar, button, text } = await openLocalSchedule({ scheduled_delivery: '' });
    expect(text()).toContain('November 2026');
    expect(button('Previous month')).toHaveProperty('disabled', true);
    expect(calendar().getByRole('button', { name: 'Monday 23 November' })).toHaveProperty('disabled', true);
    expect(calendar().getByRole('button', { name: 'Tuesday 24 November, today' })).toHaveProperty('disabled', false);
  });

  test('turns on to the next year, and a day taken there is saved', async () => {
    const { calendar, tap, user, see } = await openLocalSchedule();
    await tap('Next month');
    await tap('Next month');
    await see('January 2027');
    await user.click(calendar().getByRole('button', { name: 'Friday 1 January 2027' }));
    await tap('Save');
    await see('Gift Card Preview');
    expect(storedSchedule()).toEqual(['2027-01-01 09:30:00', 'Australia/Sydney']);
  });

  test.each([
    ['{ArrowRight}', 'Sunday 29 November'],
    ['{ArrowDown}', 'Saturday 5 December'],
    ['{ArrowUp}', 'Tuesday 24 November, today'],
    ['{PageDown}', 'Monday 28 December'],
    ['{Home}', 'Tuesday 24 November, today'],
    ['{End}', 'Sunday 29 November'],
  ])('%s leads from Saturday the 28th to %s', async (key, name) => {
    const { calendar, user } = await openLocalSchedule();
    calendar().getByRole('button', { name: 'Saturday 28 November' }).focus();
    await user.keyboard(key);
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(name));
    await user.keyboard('{Enter}');
    expect(calendar().getByRole('button', { pressed: true }).getAttribute('aria-label')).toBe(name);
  });

  test('shows the month of a quick choice', async () => {
    const { tap, see } = await openLocalSchedule({ scheduled_delivery: '2027-03-01 09:30:00' });
    await see('March 2027');
    await tap('Saturday 10\u00a0am');
    await see('November 2026');
  });
});
