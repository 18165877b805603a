import { setOffline } from '../state/popups.ts';
import { readTab, writeTab } from '../state/storage.ts';

const RELOADED = 'handsel.reloaded-for';

let checking: Promise<void> | null = null;

/**
 * A part of the shop's code could not be fetched. When the server no longer has this release, the page is loaded
 * again, once a release. Otherwise this is the offline popup, like any call without an answer.
 */
export function handleMissingCode(): Promise<void> {
  checking ??= answer().finally(() => {
    checking = null;
  });
  return checking;
}

async function answer(): Promise<void> {
  const release = releaseAddress();
  if (!release || reloadedFor() === release || (await serverStatus()) !== 404) return setOffline(true);
  writeTab(RELOADED, release);
  // A browser that keeps nothing could go round in circles.
  if (reloadedFor() !== release) return setOffline(true);
  location.reload();
}

/** The list of the release's code: its name changes with any of it. */
const releaseAddress = () => document.querySelector<HTMLLinkElement>('link[href*="/assets/manifest-"]')?.href;

/** What the server answers about the release; 0 when it does not. HEAD is never answered by the worker. */
export function serverStatus(): Promise<number> {
  return fetch(releaseAddress() ?? '/', { method: 'HEAD', cache: 'no-store' }).then(
    (response) => response.status,
    () => 0,
  );
}

const reloadedFor = (): string | null => readTab(RELOADED, (kept) => typeof kept === 'string');
