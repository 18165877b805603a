import { KEEP_HEADER } from './messages.ts';

// The pages of gift cards that this phone has opened (docs/decisions/036-a-card-opens-without-a-network.md).

const CARDS = 'handsel-cards';
const MOST = 5;
const LIFE_MS = 30 * 86_400_000;
const KEPT_AT = 'kept-at';
/** Of the body that it was packed in on its way, and that it has no more. */
const OF_THE_WAY = ['content-encoding', 'content-length', 'transfer-encoding'];

/**
 * Keeps the page that came from the shop, or lets go of the one kept before: of a card that was cancelled, and of a link
 * that was replaced or opens nothing. An answer that says nothing of the card, such as that of a shop being restarted,
 * changes nothing.
 */
export async function keepCard(address: string, answer: Response, now: number): Promise<void> {
  const page = pageAddress(address);
  if (answer.status === 200 && answer.headers.has(KEEP_HEADER)) await put(page, await marked(answer, now));
  else if (answer.status === 200 || answer.status === 404) await drop(page);
  await dropOldCards(now);
}

/** The page as it was kept; undefined for one that is not, or not any more. */
export async function keptCard(address: string, now: number): Promise<Response | undefined> {
  await dropOldCards(now);
  return (await caches.open(CARDS)).match(pageAddress(address));
}

/** The drawing of the words on a card, which never changes; kept as long as its page is. */
export async function keptDrawing(address: string): Promise<Response | undefined> {
  return (await caches.open(CARDS)).match(address);
}

/** Lets go of pages that were fetched too long ago, and of all but the newest few. */
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
  // The one that was put last stands last.
  for (const url of pages.slice(0, -MOST)) await drop(url);
}

async function put(page: string, kept: Response): Promise<void> {
  const cache = await caches.open(CARDS);
  // Deleted first: what is put again stands last then in every browser.
  await cache.delete(page);
  await cache.put(page, kept);
  if (await cache.match(drawingOf(page))) return;
  const drawing = await fetch(drawingOf(page)).catch(() => null);
  if (drawing?.ok) await cache.put(drawingOf(page), drawing);
}

async function drop(page: string): Promise<void> {
  const cache = await caches.open(CARDS);
  await Promise.all([cache.delete(page), cache.delete(drawingOf(page))]);
}

/** Says in the page itself when it was fetched: the screen shows it (web/shop/card/use-latest-card.ts). */
async function marked(answer: Response, now: number): Promise<Response> {
  const html = await answer.text();
  const headers = new Headers(answer.headers);
  for (const name of OF_THE_WAY) headers.delete(name);
  headers.set(KEPT_AT, String(now));
  return new Response(html.replace('<html', `<html data-kept="${new Date(now).toISOString()}"`), { headers });
}

/** Without what links of others may have added. */
function pageAddress(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(/\/$/, '');
}

const drawingOf = (page: string): string => `${page}/words.svg`;
