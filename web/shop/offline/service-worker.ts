import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { cacheNames, clientsClaim, setCacheNameDetails } from 'workbox-core';
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { cleanupOutdatedCaches, getCacheKeyForURL, matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { registerRoute, setCatchHandler } from 'workbox-routing';
import { CacheFirst, NetworkFirst, NetworkOnly, type Strategy } from 'workbox-strategies';
import { setCachedLanguage } from './cached-language.ts';
import { cacheCard, dropOldCards, findCachedCard, findCachedDrawing } from './kept-cards.ts';
import { PAGES, type ToWorker, WORKER_MESSAGES } from './messages.ts';
import { GIFT_STEP_PAGES, giftStepPage, isCardPage, type RequestKind, requestKind } from './request-kind.ts';

type ExtendableEvent = Event & { waitUntil(work: Promise<unknown> | undefined): void };

/** Declared here, because TypeScript's worker and page types conflict in one program. */
type WorkerScope = {
  location: Location;
  registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'message', listener: (event: ExtendableEvent & MessageEvent) => void): void;
};

// The offline shop (docs/decisions/011-offline.md). tools/web/offline-build.ts bundles this file and fills in the names
// below.
declare const self: WorkerScope;
declare const __RELEASE__: string;
declare const __ASSETS__: string[];

const OFFLINE_PAGE = '/offline';
const DAY = 24 * 60 * 60;
/** Longest wait for the network before a cached gift card is shown, for example at a till. */
const PATIENCE_MS = 4_000;

const SHELL_PAGES = [OFFLINE_PAGE, ...GIFT_STEP_PAGES];

setCacheNameDetails({ prefix: 'handsel', suffix: '', precache: 'shell' });

// The cast is needed, because Workbox's classes do not match Workbox's own type.
const ok = new CacheableResponsePlugin({ statuses: [200] }) as WorkboxPlugin;
const expireAfter = (maxEntries: number, days: number) =>
  new ExpirationPlugin({ maxEntries, maxAgeSeconds: days * DAY, purgeOnQuotaError: true }) as WorkboxPlugin;

/**
 * File names change with their content, so cached files never go stale. The previous release's files stay for pages
 * that are still open.
 */
const assets = new CacheFirst({ cacheName: 'handsel-assets', plugins: [ok, expireAfter(400, 60)] });
const pictures = new CacheFirst({ cacheName: 'handsel-pictures', plugins: [ok, expireAfter(240, 30)] });
const calls = new NetworkFirst({ cacheName: 'handsel-calls', plugins: [ok, expireAfter(120, 7)] });
// Ignore `Vary`, because a worker's requests lack headers that pages vary by.
const matchOptions = { ignoreVary: true };
const pages = new NetworkFirst({
  cacheName: PAGES,
  matchOptions,
  plugins: [ok, expireAfter(60, 30), { cacheWillUpdate: filterCacheablePage }],
});
const network = new NetworkOnly();

const strategies: { [kind in RequestKind]?: Strategy } = {
  asset: assets,
  picture: pictures,
  call: calls,
  'public page': pages,
  'gift step': network,
  page: network,
};

async function filterCacheablePage({ response }: { response: Response }): Promise<Response | null> {
  const hidden = response.headers.has('x-robots-tag') || /no-store/.test(response.headers.get('cache-control') ?? '');
  return hidden || response.redirected ? null : response;
}

function classifyRequest(request: Request): RequestKind {
  return requestKind({
    url: new URL(request.url),
    origin: self.location.origin,
    navigates: request.mode === 'navigate',
    signedIn: request.headers.has('authorization'),
  });
}

// The revision makes the browser refetch these pages at each release.
precacheAndRoute(
  [...SHELL_PAGES, '/offline-page.js'].map((url) => ({ url, revision: __RELEASE__ })),
  { cleanURLs: false, directoryIndex: '' },
);
cleanupOutdatedCaches();

for (const [kind, strategy] of Object.entries(strategies)) {
  registerRoute(({ request }) => classifyRequest(request) === kind, strategy);
}

registerRoute(
  ({ request }) => classifyRequest(request) === 'card page',
  ({ event, request }) => respondWithCardPage(event as PageEvent, request),
);
registerRoute(
  ({ request }) => classifyRequest(request) === 'card drawing',
  async ({ request }) => (await findCachedDrawing(request.url)) ?? fetch(request),
);
// Runs on every worker start, so that old cards are deleted even if no card is opened.
void dropOldCards(Date.now());

// Without network and cache, only page loads have a fallback.
setCatchHandler(async ({ request }) => {
  if (request.mode !== 'navigate') return Response.error();
  const step =
    classifyRequest(request) === 'gift step' && (await matchPrecache(giftStepPage(new URL(request.url).pathname)));
  return step || (await matchPrecache(OFFLINE_PAGE)) || Response.error();
});

self.addEventListener('install', (event) => {
  // Cache all code at installation, because every screen must work offline.
  event.waitUntil(Promise.allSettled(__ASSETS__.map((url) => cacheWithStrategy(assets, url, event))));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.registration.navigationPreload?.enable());
  event.waitUntil(dropTill());
});
clientsClaim();

/** Deletes the till from the cache. Earlier releases cached it, but the till now has its own worker. */
async function dropTill(): Promise<void> {
  await caches.open(PAGES).then((cache) => cache.delete('/till', { ignoreVary: true, ignoreSearch: true }));
  const code = await caches.open('handsel-assets');
  const tillRequests = (await code.keys()).filter(({ url }) => /\/assets\/till-/.test(url));
  await Promise.all(tillRequests.map((request) => code.delete(request)));
}

/** Page caching waits for this language change, so that no page in the old language is cached. */
let languageChange: Promise<void> = Promise.resolve();

self.addEventListener('message', (event) => {
  const { type, ...message } = event.data as ToWorker;
  if (type === WORKER_MESSAGES.takeOver) void self.skipWaiting();
  if (type === WORKER_MESSAGES.language && 'language' in message) {
    const { language } = message;
    languageChange = languageChange
      .then(() => setCachedLanguage(language, { pages: PAGES, fetchShell }))
      .catch(() => undefined);
    event.waitUntil(languageChange);
  }
  if (type === WORKER_MESSAGES.keep && 'urls' in message) {
    const { urls } = message;
    event.waitUntil(languageChange.then(() => Promise.allSettled(urls.map((url) => cacheShownUrl(url, event)))));
  }
});

async function fetchShell(): Promise<void> {
  const shell = await caches.open(cacheNames.precache);
  const fetched = await Promise.all(SHELL_PAGES.map((url) => fetch(url, { cache: 'reload' })));
  if (fetched.some(({ ok }) => !ok)) throw new Error('Some of the pages for offline use could not be fetched.');
  await Promise.all(
    SHELL_PAGES.map((url, index) => shell.put(getCacheKeyForURL(url) ?? url, fetched[index] as Response)),
  );
}

type PageEvent = ExtendableEvent & { preloadResponse?: Promise<Response | undefined> };

async function respondWithCardPage(event: PageEvent, request: Request): Promise<Response> {
  const fetched = fetchCard(event, request);
  const keptResponse = await findCachedCard(request.url, Date.now());
  if (!keptResponse) return fetched;
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null));
  const answer = await Promise.race([fetched.catch(() => null), late]);
  return answer && answer.status < 500 ? answer : keptResponse;
}

async function fetchCard(event: PageEvent, request: Request): Promise<Response> {
  const answering = Promise.resolve(event.preloadResponse).then((preloaded) => preloaded ?? fetch(request));
  // Caches the response even if it arrives too late to be shown.
  const keeping = answering.then((answer) => cacheCard(request.url, answer.clone(), Date.now()));
  event.waitUntil(keeping.catch(() => undefined));
  return answering;
}

async function cacheShownUrl(address: string, event: ExtendableEvent): Promise<void> {
  const url = new URL(address, self.location.origin);
  const kind = requestKind({
    url,
    origin: self.location.origin,
    navigates: isKeptPage(url),
    signedIn: false,
  });
  if (isCardPage(url.pathname)) await fetch(url).then((answer) => cacheCard(url.href, answer, Date.now()));
  else if (kind === 'public page') await cacheWithStrategy(pages, url.href, event);
  else if (kind === 'asset') await cacheWithStrategy(assets, url.href, event);
  else if (kind === 'picture') await cacheWithStrategy(pictures, url.href, event);
  else if (kind === 'call') await cacheWithStrategy(calls, url.href, event);
}

function isKeptPage(url: URL): boolean {
  const kind = requestKind({ url, origin: self.location.origin, navigates: true, signedIn: false });
  return kind === 'public page';
}

async function cacheWithStrategy(strategy: Strategy, url: string, event: ExtendableEvent): Promise<void> {
  const [, done] = strategy.handleAll({ event, request: new Request(url) });
  await done;
}
