import { expect, it, onTestFinished, vi } from 'vitest';
import { firstZone } from './own-zone.ts';

it.each([
  ['Australia/Perth', 'Australia/Perth'],
  ['Pacific/Honolulu', 'Pacific/Honolulu'],
  ['Europe/Berlin', 'Australia/Sydney'],
  ['UTC', 'Australia/Sydney'],
])('a customer whose clock is that of %s begins with a recipient in %s', (timeZone, zone) => {
  const own = Intl.DateTimeFormat().resolvedOptions();
  const clock = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...own, timeZone });
  onTestFinished(() => clock.mockRestore());
  expect(firstZone()).toBe(zone);
});
