import { DEFAULT_ZONE, isZone, type ZoneId } from '#contract/rules/time/zones.ts';

export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export function firstZone(): ZoneId {
  const zone = ownZone();
  return isZone(zone) ? zone : DEFAULT_ZONE;
}
