import { PAGES } from './messages.ts';

const MAX_LINKS = 5;

document.querySelector('#refresh')?.addEventListener('click', () => location.reload());
/** True while another page is opening, so that coming online does not reload over it. */
let isLeaving = false;
addEventListener('beforeunload', () => {
  isLeaving = true;
});
// When Back restores this page, `isLeaving` still has its old value.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  isLeaving = false;
  if (navigator.onLine) location.reload();
});
addEventListener('online', () => {
  if (!isLeaving) location.reload();
});
void showKept();

async function showKept(): Promise<void> {
  const cache = await caches.open(PAGES);
  const requests = (await cache.keys()).filter(({ url }) =>
    /^\/(browse|product\/|sellerprofile\/)/.test(new URL(url).pathname),
  );
  const links = await Promise.all(requests.slice(-MAX_LINKS).map(({ url }) => createPageLink(cache, url)));
  const section = document.querySelector<HTMLElement>('#kept');
  if (!section || links.length === 0) return;
  section.querySelector('ul')?.replaceChildren(...links);
  section.hidden = false;
}

async function createPageLink(cache: Cache, url: string): Promise<HTMLLIElement> {
  const html = (await (await cache.match(url, { ignoreVary: true }))?.text()) ?? '';
  const { title } = new DOMParser().parseFromString(html, 'text/html');
  const link = document.createElement('a');
  link.href = url;
  link.textContent = title.split(' | ')[0] || new URL(url).pathname;
  link.className = 'flex min-h-12 items-center font-semibold text-accent underline underline-offset-4';
  const item = document.createElement('li');
  item.append(link);
  return item;
}
