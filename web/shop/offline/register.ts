import { parseLanguage } from '#contract/rules/languages.ts';
import { isPublicPage } from '#contract/rules/public-pages.ts';
import { usePopups } from '../state/popups.ts';
import { type ToWorker, WORKER_MESSAGES } from './messages.ts';
import { onPageShown } from './page-shown.ts';
import { isCardPage } from './request-kind.ts';

const WORKER = '/service-worker.js';
const ASK_AGAIN_MS = 10 * 60_000;
const TAKE_OVER_MS = 1_000;

/** Activates a new release on page load or navigation, when no input and no open popup can be lost. */
export async function registerOfflineShop(): Promise<void> {
  const { serviceWorker } = navigator;
  const cameThroughWorker = serviceWorker.controller !== null;
  // Some private windows refuse to register a worker; the shop works without one.
  const registration = await serviceWorker.register(WORKER, { updateViaCache: 'none' }).catch(() => null);
  if (!registration) return;
  // A waiting worker was installed while no page was open, or was left waiting by another tab.
  if (registration.waiting) postToWorker(registration.waiting, { type: WORKER_MESSAGES.takeOver });
  const { active } = await serviceWorker.ready;
  if (active)
    postToWorker(active, { type: WORKER_MESSAGES.language, language: parseLanguage(document.documentElement.lang) });
  const keep = createPageCacher();
  keep(active, location.pathname);
  cacheProduct(active);
  // The worker caches only pages that were loaded through it, so this first page is sent to it.
  if (active && !cameThroughWorker && isCardPage(location.pathname)) {
    postToWorker(active, { type: WORKER_MESSAGES.keep, urls: [location.pathname] });
  }

  let askedAt = Date.now();
  const askForRelease = (): void => {
    if (Date.now() - askedAt < ASK_AGAIN_MS) return;
    askedAt = Date.now();
    registration.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && askForRelease());

  onPageShown((path, pushed) => {
    if (registration.waiting && pushed && isPublicPage(path) && usePopups.getState().popup === null) {
      activateWaitingWorker(registration.waiting);
      return;
    }
    keep(registration.active, path);
    askForRelease();
  });
}

function postToWorker(worker: ServiceWorker, message: ToWorker): void {
  worker.postMessage(message);
}

/**
 * Returns a function that asks the worker to cache a page and its resources. With data saving on, the page itself is
 * left out, because the worker would have to fetch it.
 */
function createPageCacher(): (worker: ServiceWorker | null, path: string) => void {
  const sentUrls = new Set<string>();
  const saveData = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
  return (worker, path) => {
    if (!worker || !(isPublicPage(path) || isCardPage(path))) return;
    const parts = performance.getEntriesByType('resource').map(({ name }) => name);
    const urls = parts.filter((name) => /\/(assets|media)\//.test(name));
    const news = [...(saveData || isCardPage(path) ? [] : [path]), ...urls].filter((url) => !sentUrls.has(url));
    for (const url of news) sentUrls.add(url);
    if (news.length > 0) postToWorker(worker, { type: WORKER_MESSAGES.keep, urls: news });
  };
}

/** Caches the product call. The first page arrived with its data, but going back to it makes this call. */
function cacheProduct(worker: ServiceWorker | null): void {
  const id = /^\/product\/(\d+)$/.exec(location.pathname)?.[1];
  if (!worker || !id) return;
  postToWorker(worker, {
    type: WORKER_MESSAGES.keep,
    urls: [`/rest/default/V1/mobiledigital/product?product_id=${id}`],
  });
}

/**
 * Chromium lets a busy old worker delay the new one by up to five minutes, and a reload that late would lose typed
 * text. So reload after a second: the old worker tries the network first. Chromium may stop the old worker before it
 * responds, so reload again when the new one takes over.
 */
function activateWaitingWorker(waiting: ServiceWorker): void {
  const late = setTimeout(() => location.reload(), TAKE_OVER_MS);
  const onTakenOver = () => {
    clearTimeout(late);
    location.reload();
  };
  navigator.serviceWorker.addEventListener('controllerchange', onTakenOver, { once: true });
  postToWorker(waiting, { type: WORKER_MESSAGES.takeOver });
}
