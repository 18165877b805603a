const WORKER = '/till-worker.js';
const SCOPE = '/till';
/** How long a till that stays open may go without asking for a new release, in milliseconds. */
const ASK_AGAIN_MS = 10 * 60_000;

/**
 * Registers the worker that opens a till without a network, to say that nothing can be taken, unless the operator
 * switched it off (OFFLINE=off). Some private windows refuse; a till needs no worker to sell.
 */
export function registerTillWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const start = () => void (isWanted() ? register() : askForRelease()).catch(() => undefined);
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}

/** Not while developing, and not in builds that keep nothing. */
const isWanted = (): boolean => document.documentElement.dataset.offline === 'on';

async function register(): Promise<void> {
  const { serviceWorker } = navigator;
  const till = await serviceWorker.register(WORKER, { scope: SCOPE, updateViaCache: 'none' });
  let askedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - askedAt < ASK_AGAIN_MS) return;
    askedAt = Date.now();
    // Without a network there is no news.
    till.update().catch(() => undefined);
  });
  // The shop's worker kept the till before it had one of its own, and is asked to let go of it.
  await serviceWorker.getRegistration('/').then((shop) => shop?.update());
}

/** A worker of before that was switched off is answered by one that removes itself. */
async function askForRelease(): Promise<void> {
  await navigator.serviceWorker.getRegistration(SCOPE).then((till) => till?.update());
}
