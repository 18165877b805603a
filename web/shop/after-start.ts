import type { UncaughtEvent } from '#web/shared/errors/early-errors.ts';
import { showUncaughtErrors } from './errors/uncaught-errors.ts';
import { watchNetwork } from './offline/look-for-network.ts';
import { useSession } from './session/session.ts';
import { preserveFocus } from './shell/keep-focus.ts';
import { announceSignOut } from './shell/say-signed-out.ts';
import { findAwaitedOrder } from './state/checkout/awaited-order.ts';

/** Starts everything that can wait until the page is usable. */
export function startDeferredWork(early: readonly UncaughtEvent[]): void {
  showUncaughtErrors(early);
  startWatchers();
  if (findAwaitedOrder(useSession.getState().mobile))
    void import('./checkout/submit/follow-awaited-order.ts').then((code) => code.followAwaitedOrder());
}

export function startWatchers(): () => void {
  const stops = [preserveFocus(), announceSignOut(), watchNetwork()];
  return () => {
    for (const stop of stops) stop();
  };
}
