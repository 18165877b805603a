import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { clientsClaim, setCacheNameDetails } from 'workbox-core';
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';

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

// Workbox's own class is a little loose for its own type.
const ok = new CacheableResponsePlugin({ statuses: [200] }) as WorkboxPlugin;
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
registerRoute(({ request, url }) => request.mode === 'navigate' && url.pathname === PAGE, page);

self.addEventListener('install', (event) => {
  // A page that is open has all of its code but for what makes a file of a day, and asks the server for that.
  void self.skipWaiting();
  const [, kept] = page.handleAll({ event, request: new Request(PAGE) });
  event.waitUntil(kept);
});
clientsClaim();
