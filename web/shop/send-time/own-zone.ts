import { DEFAULT_ZONE, isZone, type ZoneId } from '#contract/rules/time/zones.ts';

/** The zone of the customer's own clock. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Where a recipient is taken to be until the customer says otherwise: where the customer is, else in Sydney. */
export function firstZone(): ZoneId {
  const own = ownZone();
  return isZone(own) ? own : DEFAULT_ZONE;
}
