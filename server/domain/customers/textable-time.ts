import { regionById } from '#contract/rules/customer/regions.ts';
import { DEFAULT_ZONE, ZONES } from '#contract/rules/time/zones.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { nextSendableTimeIn } from '#server/platform/kernel/next-sendable-time.ts';
import { regionOfMobile } from './customers-store.ts';

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

const zonesIn = (country: string): string[] => ZONES.filter((zone) => zone.country === country).map(({ id }) => id);

/**
 * Returns the next time outside quiet hours at the customer's default address or, for unknown numbers, in the whole
 * country.
 */
export async function textableTime(handle: Handle, { mobile, now }: { mobile: string; now: Date }): Promise<Date> {
  return nextSendableTimeIn(zonesOf(mobile, await regionOfMobile(handle, mobile)), now);
}

function zonesOf(mobile: string, regionId: number | null): readonly string[] {
  const zone = regionId === null ? undefined : ZONE_OF_STATE[regionById(regionId)?.code ?? ''];
  if (zone) return [zone];
  if (mobile.startsWith('+61')) return zonesIn('AU');
  return mobile.startsWith('+1') ? zonesIn('US') : [DEFAULT_ZONE];
}
