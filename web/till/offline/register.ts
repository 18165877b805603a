const WORKER = '/till-worker.js';
const SCOPE = '/till';

/**
 * Registers the worker that opens a till without a network, to say that nothing can be taken. Only in builds; some
 * private windows refuse, and a till needs no worker to sell.
 */
export function registerTillWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const start = () =>
    navigator.serviceWorker
      .register(WORKER, { scope: SCOPE, updateViaCache: 'none' })
      // The shop's worker kept the till before it had one of its own, and is asked to let go of it.
      .then(() => navigator.serviceWorker.getRegistration('/'))
      .then((shop) => shop?.update())
      .catch(() => undefined);
  if (document.readyState === 'complete') void start();
  else addEventListener('load', () => void start(), { once: true });
}
