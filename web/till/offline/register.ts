const WORKER = '/till-worker.js';
const SCOPE = '/till';
const ASK_AGAIN_MS = 10 * 60_000;

/**
 * Lets the till open offline, unless the operator disabled this (OFFLINE=off). Some private windows refuse workers;
 * tills sell without one.
 */
export function registerTillWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const start = () => void (isWanted() ? register() : checkForRelease()).catch(() => undefined);
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}

const isWanted = (): boolean => document.documentElement.dataset.offline === 'on';

async function register(): Promise<void> {
  const { serviceWorker } = navigator;
  const till = await serviceWorker.register(WORKER, { scope: SCOPE, updateViaCache: 'none' });
  let askedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - askedAt < ASK_AGAIN_MS) return;
    askedAt = Date.now();
    till.update().catch(() => undefined);
  });
  // Update the shop's service worker, which used to control the till and must release it.
  await serviceWorker.getRegistration('/').then((shop) => shop?.update());
}

/** A disabled worker updates to a release that removes itself. */
async function checkForRelease(): Promise<void> {
  await navigator.serviceWorker.getRegistration(SCOPE).then((till) => till?.update());
}
