import { showUncaughtErrors } from './errors/uncaught-errors.ts';
import { lookForNetwork } from './offline/look-for-network.ts';
import { waitForNextPageCode } from './offline/next-page-code.ts';
import { keepFocus } from './shell/keep-focus.ts';
import { saySignedOut } from './shell/say-signed-out.ts';

/** What is not asked for before the page can be used: nobody can tap yet, and the network is there. */
export function afterStart(): void {
  showUncaughtErrors();
  waitForNextPageCode();
  watchOver();
}

/** Returns how to stop. */
export function watchOver(): () => void {
  const stops = [keepFocus(), saySignedOut(), lookForNetwork()];
  return () => {
    for (const stop of stops) stop();
  };
}
