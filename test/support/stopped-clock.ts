import type { Composition } from '#server/bootstrap.ts';
import { SHOP_OPENS } from './shop.ts';

/**
 * Stops the clock of a test shop, which otherwise runs on after each `wait` and `moveTo`. For tests of the exact instant
 * at which something ends: `openTestShop(kind, { change: stopClock })`.
 */
export function stopClock({ context: { clock } }: Composition): void {
  let present = Date.parse(SHOP_OPENS);
  // The clock itself changes, because providers have been given it already.
  Object.assign(clock, {
    ms: () => present,
    now: () => new Date(present),
    onMachine: (instant: Date) => new Date(Date.now() + instant.getTime() - present),
    moveTo(instant: Date) {
      present = instant.getTime();
    },
  });
}
