import type { Composition } from '#server/bootstrap.ts';
import { SHOP_OPENS } from './shop.ts';

/**
 * Stops the clock, which otherwise keeps running after `wait` and `moveTo`: `openTestShop(kind, { change: stopClock
 * })`.
 */
export function stopClock({ context: { clock } }: Composition): void {
  let present = Date.parse(SHOP_OPENS);
  // Changes the clock object itself, because providers already hold a reference to it.
  Object.assign(clock, {
    ms: () => present,
    now: () => new Date(present),
    onMachine: (instant: Date) => new Date(Date.now() + instant.getTime() - present),
    moveTo(instant: Date) {
      present = instant.getTime();
    },
  });
}
