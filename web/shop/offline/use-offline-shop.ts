import { useEffect } from 'react';
import { useLocation, useNavigationType, useRouteLoaderData } from 'react-router';
import type { loader } from '../root.tsx';
import { notifyPageShown } from './page-shown.ts';

/** Registers the service worker, but only in production builds and not with OFFLINE=off. */
export function useOfflineShop(): void {
  const isWanted = useRouteLoaderData<typeof loader>('root')?.offline === 'on';
  const { key, pathname } = useLocation();
  const type = useNavigationType();

  useEffect(() => {
    if (!import.meta.env.PROD || !isWanted || !('serviceWorker' in navigator)) return;
    // Registration waits until the browser is idle, because the page's own work has priority. A gift card page does not
    // wait: it may be closed within seconds and reopened at a till without a signal.
    const soon = location.pathname.startsWith('/card/') ? (work: () => void) => work() : requestIdle;
    const start = () => soon(() => void import('./register.ts').then((file) => file.registerOfflineShop()));
    if (document.readyState === 'complete') start();
    else addEventListener('load', start, { once: true });
  }, [isWanted]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of route counts, also to the same path.
  useEffect(() => notifyPageShown(pathname, type === 'PUSH'), [key]);
}

function requestIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 5_000 });
  else setTimeout(work, 1_000);
}
