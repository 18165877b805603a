import { expect, it, onTestFinished, vi } from 'vitest';
import { resolveInitialZone } from './own-zone.ts';

it.each([
  ['Australia/Perth', 'Australia/Perth'],
  ['Pacific/Honolulu', 'Pacific/Honolulu'],
  ['Europe/Berlin', 'Australia/Sydney'],
  ['UTC', 'Australia/Sydney'],
])("maps the customer's time zone %s to the recipient's default time zone %s", (timeZone, zone) => {
  const ownOptions = Intl.DateTimeFormat().resolvedOptions();
  const clock = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...ownOptions, timeZone });
  onTestFinished(() => clock.mockRestore());
  expect(resolveInitialZone()).toBe(zone);
});
