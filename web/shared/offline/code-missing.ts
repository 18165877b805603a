import { readTab, writeTab } from '../state/storage.ts';

const RELOADED = 'handsel.reloaded-for';

let releaseFile = (): string | undefined =>
  document.querySelector<HTMLLinkElement>('link[href*="/assets/manifest-"]')?.href;
let reportUnreachable: () => void = () => undefined;

/** `file`: returns the URL of a file that is renamed with each release. */
export function onCodeUnreachable(show: () => void, file = releaseFile): void {
  reportUnreachable = show;
  releaseFile = file;
}

let checking: Promise<void> | null = null;

/**
 * Reloads the page, once per release, if the server no longer has this release; otherwise reports the server as
 * unreachable.
 */
export function handleMissingCode(): Promise<void> {
  checking ??= answer().finally(() => {
    checking = null;
  });
  return checking;
}

let reloading = false;

/** Reloads the page when it is back online or at the next tap, because browsers do not retry failed imports. */
export function handleMissingParts(): void {
  void handleMissingCode();
  if (reloading) return;
  reloading = true;
  const look = async (): Promise<void> => {
    const answered = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
    if (answered?.ok) location.reload();
  };
  addEventListener('online', look);
  addEventListener('click', (event) => {
    // Links work without code, so only taps on buttons try again.
    if ((event.target as Element).closest('button')) void look();
  });
}

async function answer(): Promise<void> {
  // isGone() sends HEAD, because service workers never respond to it.
  const release = releaseFile();
  if (!release || readReloadedRelease() === release || !(await isGone(release))) return reportUnreachable();
  writeTab(RELOADED, release);
  // Without storage, the page could reload in a loop.
  if (readReloadedRelease() !== release) return reportUnreachable();
  location.reload();
}

async function isGone(address: string): Promise<boolean> {
  const status = await fetch(address, { method: 'HEAD', cache: 'no-store' }).then(
    (response) => response.status,
    () => 0,
  );
  return status === 404;
}

const readReloadedRelease = (): string | null => readTab(RELOADED, (value) => typeof value === 'string');
