import { findRegionById } from '#contract/rules/customer/regions.ts';
import { DEFAULT_ZONE, ZONES } from '#contract/rules/time/zones.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { nextSendableTimeInZones } from '#server/platform/kernel/next-sendable-time.ts';
import { findRegionByMobile } from './customers-store.ts';

const ZONE_OF_STATE: Readonly<Record<string, string>> = {
  ACT: 'Australia/Sydney',
  NSW: 'Australia/Sydney',
  NT: 'Australia/Darwin',
  QLD: 'Australia/Brisbane',
  SA: 'Australia/Adelaide',
  TAS: 'Australia/Hobart',
  VIC: 'Australia/Melbourne',
  WA: 'Australia/Perth',
};

const listCountryZones = (country: string): string[] =>
  ZONES.filter((zone) => zone.country === country).map(({ id }) => id);

/**
 * Returns the next time outside quiet hours at the customer's default address or, for unknown numbers, in the whole
 * country.
 */
export async function findTextableTime(handle: Handle, { mobile, now }: { mobile: string; now: Date }): Promise<Date> {
  return nextSendableTimeInZones(resolveZones(mobile, await findRegionByMobile(handle, mobile)), now);
}

function resolveZones(mobile: string, regionId: number | null): readonly string[] {
  const zone = regionId === null ? undefined : ZONE_OF_STATE[findRegionById(regionId)?.code ?? ''];
  if (zone) return [zone];
  if (mobile.startsWith('+61')) return listCountryZones('AU');
  return mobile.startsWith('+1') ? listCountryZones('US') : [DEFAULT_ZONE];
}
