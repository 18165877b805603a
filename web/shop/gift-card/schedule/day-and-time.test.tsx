import { waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openLocalSchedule, readStoredSchedule, TUESDAY } from '#test/web/schedule-screen.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: TUESDAY });
  onTestFinished(() => void vi.useRealTimers());
});

describe('calendar', () => {
  it('offers neither days before today nor earlier months', async () => {
    const { calendar, button, text } = await openLocalSchedule({ scheduled_delivery: '' });
    expect(text()).toContain('November 2026');
    expect(button('Previous month')).toHaveProperty('disabled', true);
    expect(calendar().queryByRole('button', { name: 'Sunday 22 November' })).toBeNull();
    expect(calendar().getByRole('button', { name: 'Monday 23 November' })).toHaveProperty('disabled', true);
    expect(calendar().getByRole('button', { name: 'Tuesday 24 November, today' })).toHaveProperty('disabled', false);
  });

  it('shows the next year on Next month and saves a day chosen there', async () => {
    const { calendar, tap, user, see } = await openLocalSchedule();
    await tap('Next month');
    await tap('Next month');
    await see('January 2027');
    await user.click(calendar().getByRole('button', { name: 'Friday 1 January 2027' }));
    await tap('Save');
    await see('Gift Card Preview');
    expect(readStoredSchedule()).toEqual(['2027-01-01 09:30:00', 'Australia/Sydney']);
  });

  it.each([
    ['{ArrowRight}', 'Sunday 29 November'],
    ['{ArrowDown}', 'Saturday 5 December'],
    ['{ArrowUp}', 'Tuesday 24 November, today'],
    ['{PageDown}', 'Monday 28 December'],
    ['{Home}', 'Tuesday 24 November, today'],
    ['{End}', 'Sunday 29 November'],
  ])('moves the focus with %s from Saturday 28 November to %s', async (key, name) => {
    const { calendar, user } = await openLocalSchedule();
    calendar().getByRole('button', { name: 'Saturday 28 November' }).focus();
    await user.keyboard(key);
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(name));
    await user.keyboard('{Enter}');
    expect(calendar().getByRole('button', { pressed: true }).getAttribute('aria-label')).toBe(name);
  });

  it('shows the month of a chosen quick choice', async () => {
    const { tap, see } = await openLocalSchedule({ scheduled_delivery: '2027-03-01 09:30:00' });
    await see('March 2027');
    await tap('Saturday 10\u00a0am');
    await see('November 2026');
  });
});

it('changes a delivery time at night to the next morning with one tap', async () => {
  const { tap, see, text } = await openLocalSchedule({ scheduled_delivery: '2026-11-28 23:30:00' });
  expect(text()).toMatch(/11:30\spm/);
  await tap('9\u00a0am the morning after');
  await tap('Save');
  await see('Gift Card Preview');
  expect(readStoredSchedule()).toEqual(['2026-11-29 09:00:00', 'Australia/Sydney']);
});

describe('hour and minute spinners', () => {
  it.each([
    ['Hour later', '23:30', '00:30', 'ST-060'],
    ['Hour earlier', '00:30', '23:30', 'ST-060'],
    ['Minute later', '09:59', '09:00', 'ST-061'],
    ['Minute earlier', '09:00', '09:59', 'ST-061'],
  ])('wraps around with %s from %s to %s [%s]', async (name, from, to) => {
    const { tap, clock } = await openLocalSchedule({ scheduled_delivery: `2026-11-28 ${from}:00` });
    await tap(name);
    expect(clock()).toBe(to);
  });

  it.each([
    ['Hour', '7', '07:30'],
    ['Hour', '18', '18:30'],
    ['Hour', '24', '09:30'],
    ['Hour', 'noon', '09:30'],
    ['Minute', '5', '09:05'],
    ['Minute', '59', '09:59'],
    ['Minute', '60', '09:30'],
  ] as const)('accepts or corrects the %s typed as %j', async (name, typed, clock) => {
    const shop = await openLocalSchedule();
    await shop.user.click(shop.part(name));
    shop.part(name).select();
    await shop.user.paste(typed);
    await shop.user.tab();
    expect(shop.clock()).toBe(clock);
  });

  it('changes hour and minute with the arrow keys', async () => {
    const { part, user, clock } = await openLocalSchedule();
    await user.click(part('Hour'));
    await user.keyboard('{ArrowUp}{ArrowUp}');
    await user.click(part('Minute'));
    await user.keyboard('{ArrowDown}');
    expect(clock()).toBe('11:29');
  });
});
