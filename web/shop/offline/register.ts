import { languageNamed } from '#contract/rules/languages.ts';
import { isPublicPage } from '#contract/rules/public-pages.ts';
import { usePopups } from '../state/popups.ts';
import { type ToWorker, WORKER_MESSAGES } from './messages.ts';
import { onPageShown } from './page-shown.ts';
import { isCardPage } from './request-kind.ts';

const WORKER = '/service-worker.js';
/** How long a page that stays open may go without asking for a new release, in milliseconds. */
const ASK_AGAIN_MS = 10 * 60_000;
/** How long a tap may wait for the new worker to take over before the page is loaded anyway, in milliseconds. */
const TAKE_OVER_MS = 1_000;

/**
 * Registers the worker, tells it what the customer has seen, and lets a new release take over when the customer goes
 * on to another page: from there on everything comes from the new shop, and nothing that was typed or open is lost.
 */
export async function registerOfflineShop(): Promise<void> {
  const { serviceWorker } = navigator;
  const cameThroughWorker = serviceWorker.controller !== null;
  // Some private windows refuse. The shop needs no worker to sell.
  const registration = await serviceWorker.register(WORKER, { updateViaCache: 'none' }).catch(() => null);
  if (!registration) return;
  // A release that came while no page was open, or was left waiting by another tab.
  if (registration.waiting) tell(registration.waiting, { type: WORKER_MESSAGES.takeOver });
  const { active } = await serviceWorker.ready;
  if (active) tell(active, { type: WORKER_MESSAGES.language, language: languageNamed(document.documentElement.lang) });
  const keep = keeper();
  keep(active, location.pathname);
  keepProduct(active);
  // One that came through the worker has been kept on its way.
  if (active && !cameThroughWorker && isCardPage(location.pathname)) {
    tell(active, { type: WORKER_MESSAGES.keep, urls: [location.pathname] });
  }

  let askedAt = Date.now();
  const askForRelease = (): void => {
    if (Date.now() - askedAt < ASK_AGAIN_MS) return;
    askedAt = Date.now();
    // Without a network there is no news; the next page asks again.
    registration.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && askForRelease());

  onPageShown((path, pushed) => {
    if (registration.waiting && pushed && isPublicPage(path) && usePopups.getState().popup === null) {
      takeOver(registration.waiting);
      return;
    }
    keep(registration.active, path);
    askForRelease();
  });
}

function tell(worker: ServiceWorker, message: ToWorker): void {
  worker.postMessage(message);
}

/**
 * Tells the worker what was shown. A page the router put together has no HTML of its own yet: the worker fetches it
 * while nobody waits, unless the customer wants to spare data.
 */
function keeper(): (worker: ServiceWorker | null, path: string) => void {
  const sent = new Set<string>();
  const saveData = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
  return (worker, path) => {
    if (!worker || !(isPublicPage(path) || isCardPage(path))) return;
    const parts = performance.getEntriesByType('resource').map(({ name }) => name);
    const urls = parts.filter((name) => /\/(assets|media)\//.test(name));
    const news = [...(saveData || isCardPage(path) ? [] : [path]), ...urls].filter((url) => !sent.has(url));
    for (const url of news) sent.add(url);
    if (news.length > 0) tell(worker, { type: WORKER_MESSAGES.keep, urls: news });
  };
}

/** The first page came with its data; the screen asks for it by this call when the router comes back to it. */
function keepProduct(worker: ServiceWorker | null): void {
  const id = /^\/product\/(\d+)$/.exec(location.pathname)?.[1];
  if (!worker || !id) return;
  tell(worker, { type: WORKER_MESSAGES.keep, urls: [`/rest/default/V1/mobiledigital/product?product_id=${id}`] });
}

/**
 * Reloads the page from the new release. A browser keeps the new worker waiting while the old one has work, which
 * Chromium allows for up to five minutes. By then a reload would lose what the customer has typed, so the page reloads
 * after a second in any case: the old worker asks the network first. Chromium may stop the old worker just then and
 * leave that reload without a response, so the page reloads again when the new worker takes over.
 */
function takeOver(waiting: ServiceWorker): void {
  const late = setTimeout(() => location.reload(), TAKE_OVER_MS);
  const onTakenOver = () => {
    clearTimeout(late);
    location.reload();
  };
  navigator.serviceWorker.addEventListener('controllerchange', onTakenOver, { once: true });
  tell(waiting, { type: WORKER_MESSAGES.takeOver });
}
