import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { clientsClaim, setCacheNameDetails } from 'workbox-core';
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';

type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void };

/** Declared here, because TypeScript's worker and page types conflict in one program. */
type WorkerScope = {
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', listener: (event: ExtendableEvent) => void): void;
};

// The till's service worker; tools/web/app-builds.ts fills in __ASSETS__.
declare const self: WorkerScope;
declare const __ASSETS__: string[];

const PAGE = '/till';
const PATIENCE_SECONDS = 4;

setCacheNameDetails({ prefix: 'handsel', suffix: '', precache: 'till-code' });

// The cast is needed, because Workbox's classes are looser than its type.
const ok = new CacheableResponsePlugin({ statuses: [200] }) as WorkboxPlugin;
const expiration = new ExpirationPlugin({
  maxEntries: 40,
  maxAgeSeconds: 60 * 24 * 60 * 60,
  purgeOnQuotaError: true,
}) as WorkboxPlugin;
const page = new NetworkFirst({
  cacheName: 'handsel-till',
  networkTimeoutSeconds: PATIENCE_SECONDS,
  // Ignore `Vary`, because the page varies by headers that a worker's request lacks.
  matchOptions: { ignoreVary: true },
  plugins: [ok],
});

// File names change with their content, so they need no revision.
precacheAndRoute(__ASSETS__.map((url) => ({ url, revision: null })));
cleanupOutdatedCaches();
registerRoute(({ request, url }) => request.mode === 'navigate' && /^\/till\/?$/.test(url.pathname), page);
registerRoute(
  ({ url }) => url.pathname.startsWith('/till/assets/'),
  new CacheFirst({ cacheName: 'handsel-till-parts', plugins: [ok, expiration] }),
);

self.addEventListener('install', (event) => {
  // Open pages keep the code they have loaded, and reload if a file is missing.
  void self.skipWaiting();
  const [, keptPage] = page.handleAll({ event, request: new Request(PAGE) });
  event.waitUntil(keptPage);
});
clientsClaim();
