export const DEFAULT_ZONE = 'Australia/Sydney';

export const ZONES = [
  { id: 'Australia/Sydney', city: 'Sydney', country: 'AU' },
  { id: 'Australia/Melbourne', city: 'Melbourne', country: 'AU' },
  { id: 'Australia/Brisbane', city: 'Brisbane', country: 'AU' },
  { id: 'Australia/Adelaide', city: 'Adelaide', country: 'AU' },
  { id: 'Australia/Perth', city: 'Perth', country: 'AU' },
  { id: 'Australia/Darwin', city: 'Darwin', country: 'AU' },
  { id: 'Australia/Hobart', city: 'Hobart', country: 'AU' },
  { id: 'America/New_York', city: 'New York', country: 'US' },
  { id: 'America/Chicago', city: 'Chicago', country: 'US' },
  { id: 'America/Denver', city: 'Denver', country: 'US' },
  { id: 'America/Los_Angeles', city: 'Los Angeles', country: 'US' },
  { id: 'America/Anchorage', city: 'Anchorage', country: 'US' },
  { id: 'Pacific/Honolulu', city: 'Honolulu', country: 'US' },
] as const;

export type ZoneId = (typeof ZONES)[number]['id'];

export function findZoneCity(zone: string): string {
  return ZONES.find(({ id }) => id === zone)?.city ?? zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;
}

export function isZone(id: string): id is ZoneId {
  return ZONES.some((zone) => zone.id === id);
}
