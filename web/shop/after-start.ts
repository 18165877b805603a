import type { UncaughtEvent } from '#web/shared/errors/early-errors.ts';
import { showUncaughtErrors } from './errors/uncaught-errors.ts';
import { lookForNetwork } from './offline/look-for-network.ts';
import { useSession } from './session/session.ts';
import { keepFocus } from './shell/keep-focus.ts';
import { saySignedOut } from './shell/say-signed-out.ts';
import { awaitedOrder } from './state/checkout/awaited-order.ts';

/** Starts everything that can wait until the page is usable. */
export function afterStart(early: readonly UncaughtEvent[]): void {
  showUncaughtErrors(early);
  watchOver();
  if (awaitedOrder(useSession.getState().mobile))
    void import('./checkout/submit/follow-awaited-order.ts').then((code) => code.followAwaitedOrder());
}

export function watchOver(): () => void {
  const stops = [keepFocus(), saySignedOut(), lookForNetwork()];
  return () => {
    for (const stop of stops) stop();
  };
}
