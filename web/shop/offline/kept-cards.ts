import { KEEP_HEADER } from './messages.ts';

// Caches the gift card pages that were opened in this browser (docs/decisions/036-offline-gift-cards.md).

const CARDS = 'handsel-cards';
const MAX_KEPT_CARDS = 5;
const LIFE_MS = 30 * 86_400_000;
const KEPT_AT = 'kept-at';
/** Headers not cached, because they would be wrong for the decoded body. */
const OF_THE_WAY = ['content-encoding', 'content-length', 'transfer-encoding'];

/**
 * Caches the page, or deletes it if the card was cancelled or its link no longer works. Other responses, such as 503,
 * change nothing.
 */
export async function cacheCard(address: string, answer: Response, now: number): Promise<void> {
  const page = pageAddress(address);
  if (answer.status === 200 && answer.headers.has(KEEP_HEADER))
    await storePage(page, await markWithFetchTime(answer, now));
  else if (answer.status === 200 || answer.status === 404) await drop(page);
  await dropOldCards(now);
}

export async function findCachedCard(address: string, now: number): Promise<Response | undefined> {
  await dropOldCards(now);
  return (await caches.open(CARDS)).match(pageAddress(address));
}

export async function findCachedDrawing(address: string): Promise<Response | undefined> {
  return (await caches.open(CARDS)).match(address);
}

export async function dropOldCards(now: number): Promise<void> {
  if (!(await caches.has(CARDS))) return;
  const cache = await caches.open(CARDS);
  const pages: string[] = [];
  for (const { url } of await cache.keys()) {
    const keptAt = Number((await cache.match(url))?.headers.get(KEPT_AT) ?? Number.NaN);
    if (Number.isNaN(keptAt)) continue;
    if (now - keptAt > LIFE_MS) await drop(url);
    else pages.push(url);
  }
  // The cache lists the oldest pages first.
  for (const url of pages.slice(0, -MAX_KEPT_CARDS)) await drop(url);
}

async function storePage(page: string, response: Response): Promise<void> {
  const cache = await caches.open(CARDS);
  // Delete the old entry first, so that every browser adds the new one at the end.
  await cache.delete(page);
  await cache.put(page, response);
  if (await cache.match(toDrawingUrl(page))) return;
  const drawing = await fetch(toDrawingUrl(page)).catch(() => null);
  if (drawing?.ok) await cache.put(toDrawingUrl(page), drawing);
}

async function drop(page: string): Promise<void> {
  const cache = await caches.open(CARDS);
  await Promise.all([cache.delete(page), cache.delete(toDrawingUrl(page))]);
}

/** Adds the fetch time, which the page shows (web/shop/card/use-latest-card.ts). */
async function markWithFetchTime(answer: Response, now: number): Promise<Response> {
  const html = await answer.text();
  const headers = new Headers(answer.headers);
  for (const name of OF_THE_WAY) headers.delete(name);
  headers.set(KEPT_AT, String(now));
  return new Response(html.replace('<html', `<html data-kept="${new Date(now).toISOString()}"`), { headers });
}

function pageAddress(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(/\/$/, '');
}

const toDrawingUrl = (page: string): string => `${page}/words.svg`;
