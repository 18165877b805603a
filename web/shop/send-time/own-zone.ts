import { DEFAULT_ZONE, isZone, type ZoneId } from '#contract/rules/time/zones.ts';

export function detectDeviceZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export function resolveInitialZone(): ZoneId {
  const zone = detectDeviceZone();
  return isZone(zone) ? zone : DEFAULT_ZONE;
}
