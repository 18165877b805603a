import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findRegionByName } from '#contract/rules/customer/regions.ts';
import { ZONES } from '#contract/rules/time/zones.ts';
import { nextSendableTimeInZones } from '#server/platform/kernel/next-sendable-time.ts';
import { createSignedInCustomer, openTestApp, type TestApp } from '#test/support/app.ts';
import { databaseKinds } from '#test/support/database.ts';
import { findTextableTime } from './textable-time.ts';

const EVENING = new Date('2026-11-02T11:30:00Z');
const SIX_IN_SYDNEY = new Date('2026-11-02T19:00:00Z');
const SIX_IN_PERTH = new Date('2026-11-02T22:00:00Z');

describe.each(databaseKinds())('textableTime() on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp(kind, { register: () => undefined });
  });
  afterAll(() => app.close());

  const livesIn = async (state: string): Promise<string> => {
    const regionId = findRegionByName(state, 'AU')?.id ?? 0;
    const { customerId, addressId } = await createSignedInCustomer(app.context);
    await app.stored.change('addresses', { regionId }, { id: addressId });
    return (await app.stored.one('customers', { id: customerId })).mobile;
  };
  const from = async (mobile: string, now: Date) =>
    (await findTextableTime(app.database.orm, { mobile, now })).toISOString();

  it.each([
    ['WA', EVENING, EVENING],
    ['WA', SIX_IN_SYDNEY, SIX_IN_PERTH],
    ['NSW', SIX_IN_SYDNEY, SIX_IN_SYDNEY],
    ['NSW', EVENING, SIX_IN_SYDNEY],
    ['ACT', EVENING, SIX_IN_SYDNEY],
    ['VIC', EVENING, SIX_IN_SYDNEY],
    ['TAS', EVENING, SIX_IN_SYDNEY],
    ['QLD', EVENING, new Date('2026-11-02T20:00:00Z')],
    ['SA', EVENING, new Date('2026-11-02T19:30:00Z')],
    ['NT', EVENING, new Date('2026-11-02T20:30:00Z')],
  ])('finds the next time outside quiet hours for a customer in %s', async (state, now, expected) => {
    expect(await from(await livesIn(state), now)).toBe(expected.toISOString());
  });

  it('finds a time outside quiet hours everywhere in the country for an unknown number', async () => {
    expect(await from('+61499999999', SIX_IN_SYDNEY)).toBe(SIX_IN_PERTH.toISOString());
    expect(await from('+61499999999', new Date('2026-11-02T09:00:00Z'))).toBe(SIX_IN_PERTH.toISOString());
    expect(await from('+12025550123', EVENING)).toBe('2026-11-02T16:00:00.000Z');
    expect(await from('+442071838750', EVENING)).toBe(SIX_IN_SYDNEY.toISOString());
  });
});

it('finds a time every day when no zone of the country has quiet hours, even at daylight-saving changes', () => {
  for (const country of ['AU', 'US']) {
    const zones = ZONES.filter((zone) => zone.country === country).map(({ id }) => id);
    for (let hour = 0; hour < 366 * 24; hour += 1) {
      const now = new Date(Date.UTC(2026, 0, 1, hour));
      const next = nextSendableTimeInZones(zones, now);
      expect(next.getTime() - now.getTime()).toBeLessThan(86_400_000);
    }
  }
});
