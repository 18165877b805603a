import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deferPastQuietHours, isQuiet, sendTime } from './quiet-hours.ts';
import { daysBetween, parseWallTime, toInstant, toWallTime, writeWallTime } from './wall-time.ts';
import { DEFAULT_ZONE, ZONES } from './zones.ts';

const anyInstant = fc.date({ min: new Date('2024-01-01'), max: new Date('2032-01-01'), noInvalidDate: true });
const anyZone = fc.constantFrom(...ZONES.map((zone) => zone.id));

describe('time zones', () => {
  it('starts the list of time zones with Sydney, the default [BC-36]', () => {
    expect(DEFAULT_ZONE).toBe('Australia/Sydney');
    expect(ZONES[0]?.id).toBe(DEFAULT_ZONE);
  });
  it('lists seven Australian time zones [BC-37]', () => {
    const cities = ZONES.filter((zone) => zone.country === 'AU').map((zone) => zone.city);
    expect(cities).toEqual(['Sydney', 'Melbourne', 'Brisbane', 'Adelaide', 'Perth', 'Darwin', 'Hobart']);
  });
  it('lists six United States time zones [BC-38]', () => {
    const ids = ZONES.filter((zone) => zone.country === 'US').map((zone) => zone.id);
    const cityZones = ['New_York', 'Chicago', 'Denver', 'Los_Angeles', 'Anchorage'].map((city) => `America/${city}`);
    expect(ids).toEqual([...cityZones, 'Pacific/Honolulu']);
  });
});

describe('wall time conversion', () => {
  it('converts wall times as Temporal does at any minute, in every zone and across daylight-saving changes', () => {
    fc.assert(
      fc.property(anyInstant, anyZone, (date, zone) => {
        const wall = toWallTime(date.getTime(), zone);
        const temporal = Temporal.PlainDateTime.from(wall).toZonedDateTime(zone, { disambiguation: 'later' });
        expect(toInstant(wall, zone)).toBe(temporal.epochMilliseconds);
      }),
      { numRuns: 2_000 },
    );
  });
  it.each([
    ['2026-10-04 02:30:00', 'Australia/Sydney', '2026-10-03T16:30:00Z'],
    ['2026-04-05 02:30:00', 'Australia/Sydney', '2026-04-04T16:30:00Z'],
    ['2026-10-04 02:15:00', 'Australia/Adelaide', '2026-10-03T16:45:00Z'],
    ['2026-03-08 02:30:00', 'America/New_York', '2026-03-08T07:30:00Z'],
    ['2026-11-01 01:30:00', 'America/Los_Angeles', '2026-11-01T09:30:00Z'],
  ])(
    'resolves %s in %s, which a daylight-saving change skips or repeats, to the later instant',
    (text, zone, instant) => {
      const wall = parseWallTime(text);
      expect(wall && new Date(toInstant(wall, zone)).toISOString()).toBe(new Date(instant).toISOString());
    },
  );
  it('counts calendar days between two wall times, whatever the hour and across daylight-saving changes', () => {
    const between = (from: string, to: string) => {
      const [first, second] = [from, to].map((text) => parseWallTime(`${text}:00`));
      return first && second ? daysBetween(first, second) : null;
    };
    expect(between('2026-09-30 23:59', '2026-10-31 00:00')).toBe(31);
    expect(between('2026-12-24 12:00', '2026-12-24 23:00')).toBe(0);
    expect(between('2027-01-01 00:00', '2026-12-31 23:59')).toBe(-1);
  });
  it('parses and formats wall times without loss, and rejects invalid dates', () => {
    const wall = parseWallTime('2028-02-29 23:59:00');
    expect(wall && writeWallTime(wall)).toBe('2028-02-29 23:59:00');
    for (const text of ['2027-02-29 10:00:00', '2026-13-01 10:00:00', '2026-01-01 24:00:00', 'tomorrow', '']) {
      expect(parseWallTime(text)).toBeNull();
    }
  });
});

describe('send time', () => {
  const now = Date.parse('2026-11-02T01:00:00Z');
  it('sends at the requested minute in the requested zone', () => {
    const read = sendTime({ scheduledAt: '2026-11-20 09:30:00', zone: 'Australia/Perth', now });
    expect(read).toEqual({ ok: true, sendAt: Date.parse('2026-11-20T01:30:00Z'), moved: null });
  });
  it('sends now if the requested time has passed [ST-059]', () => {
    expect(sendTime({ scheduledAt: '2026-11-02 11:59:00', zone: 'Australia/Sydney', now })).toEqual({
      ok: true,
      sendAt: now,
      moved: 'past',
    });
  });
  it('never sends after 8 pm [LG-29]', () => {
    expect(isQuiet({ year: 2026, month: 1, day: 1, hour: 19, minute: 59 })).toBe(false);
    const late = sendTime({ scheduledAt: '2026-11-02 20:00:00', zone: 'Australia/Sydney', now });
    expect(late).toEqual({ ok: true, sendAt: Date.parse('2026-11-02T19:00:00Z'), moved: 'quiet' });
  });
  it('never sends before 6 am [LG-30]', () => {
    const early = sendTime({ scheduledAt: '2026-11-03 05:59:00', zone: 'Australia/Sydney', now });
    expect(early).toEqual({ ok: true, sendAt: Date.parse('2026-11-02T19:00:00Z'), moved: 'quiet' });
    expect(isQuiet({ year: 2026, month: 1, day: 1, hour: 6, minute: 0 })).toBe(false);
  });
  it("moves a send time late on New Year's Eve into the next month and year", () => {
    const eve = sendTime({ scheduledAt: '2026-12-31 22:00:00', zone: 'Australia/Sydney', now });
    expect(eve).toMatchObject({ sendAt: Date.parse('2026-12-31T19:00:00Z') });
  });
  it('reports an unknown time zone and an unreadable time', () => {
    expect(sendTime({ scheduledAt: '2026-11-20 09:30:00', zone: 'Mars/Olympus', now })).toEqual({
      ok: false,
      error: 'zone_unknown',
    });
    expect(sendTime({ scheduledAt: 'soon', zone: 'Australia/Perth', now })).toEqual({
      ok: false,
      error: 'schedule_missing',
    });
    const neverRead = { scheduledAt: '9999-12-30 10:00:00', zone: 'Australia/Perth', now };
    expect(sendTime(neverRead)).toEqual({ ok: false, error: 'schedule_missing' });
  });
  it('never sends in quiet hours or early, and at most ten hours plus a daylight-saving change late', () => {
    fc.assert(
      fc.property(anyInstant, anyZone, (date, zone) => {
        const requestedAt = date.getTime();
        const sendAt = deferPastQuietHours(requestedAt, zone);
        expect(isQuiet(toWallTime(sendAt, zone))).toBe(false);
        expect(sendAt).toBeGreaterThanOrEqual(requestedAt);
        expect(sendAt - requestedAt).toBeLessThanOrEqual(11 * 3_600_000);
      }),
      { numRuns: 1_000 },
    );
  });
});
