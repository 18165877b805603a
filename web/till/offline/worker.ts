import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { clientsClaim, setCacheNameDetails } from 'workbox-core';
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';

type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void };

/** What is used of ServiceWorkerGlobalScope: TypeScript's types for workers and for pages clash in one program. */
type WorkerScope = {
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', listener: (event: ExtendableEvent) => void): void;
};

// The till without a network. tools/web/app-builds.ts bundles this file and fills in the name below.
declare const self: WorkerScope;
declare const __ASSETS__: string[];

const PAGE = '/till';
/** At a counter with a weak signal nobody waits longer for a page that is there. */
const PATIENCE_SECONDS = 4;

setCacheNameDetails({ prefix: 'handsel', suffix: '', precache: 'till-code' });

// Workbox's own classes are a little loose for its own type.
const ok = new CacheableResponsePlugin({ statuses: [200] }) as WorkboxPlugin;
const kept = new ExpirationPlugin({
  maxEntries: 40,
  maxAgeSeconds: 60 * 24 * 60 * 60,
  purgeOnQuotaError: true,
}) as WorkboxPlugin;
const page = new NetworkFirst({
  cacheName: 'handsel-till',
  networkTimeoutSeconds: PATIENCE_SECONDS,
  // It varies by what a browser sends along and a worker's own request lacks.
  matchOptions: { ignoreVary: true },
  plugins: [ok],
});

// Their names change with their content.
precacheAndRoute(__ASSETS__.map((url) => ({ url, revision: null })));
cleanupOutdatedCaches();
registerRoute(({ request, url }) => request.mode === 'navigate' && /^\/till\/?$/.test(url.pathname), page);
// What few tills need, such as what reads barcodes where a browser cannot: kept once it was used.
registerRoute(
  ({ url }) => url.pathname.startsWith('/till/assets/'),
  new CacheFirst({ cacheName: 'handsel-till-parts', plugins: [ok, kept] }),
);

self.addEventListener('install', (event) => {
  // A page that is open goes on with the code it has. What it fetches later and is gone loads the page again.
  void self.skipWaiting();
  const [, kept] = page.handleAll({ event, request: new Request(PAGE) });
  event.waitUntil(kept);
});
clientsClaim();
