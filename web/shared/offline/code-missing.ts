import { readTab, writeTab } from '../state/storage.ts';

const RELOADED = 'handsel.reloaded-for';

/** The list of the code of a build by React Router: its name changes with any of it. */
let releaseFile = (): string | undefined =>
  document.querySelector<HTMLLinkElement>('link[href*="/assets/manifest-"]')?.href;
let sayUnreachable: () => void = () => undefined;

/**
 * What an app shows when its code cannot be fetched because the server does not answer. `file`: the address of a file
 * whose name changes with each release.
 */
export function onCodeUnreachable(show: () => void, file = releaseFile): void {
  sayUnreachable = show;
  releaseFile = file;
}

let checking: Promise<void> | null = null;

/**
 * A part of an app's code could not be fetched. When the server no longer has this release, the page is loaded again,
 * once a release. Otherwise the app says what it says of any call without an answer.
 */
export function handleMissingCode(): Promise<void> {
  checking ??= answer().finally(() => {
    checking = null;
  });
  return checking;
}

let reloading = false;

/**
 * The same of a part of the page that the customer waits for. Browsers do not ask again for code that did not come, so
 * the page is loaded again as soon as the server answers: when the network is back, or at the next tap.
 */
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
    // Links lead on without it.
    if ((event.target as Element).closest('button')) void look();
  });
}

async function answer(): Promise<void> {
  // HEAD is never answered by a worker.
  const release = releaseFile();
  if (!release || reloadedFor() === release || !(await isGone(release))) return sayUnreachable();
  writeTab(RELOADED, release);
  // A browser that keeps nothing could go round in circles.
  if (reloadedFor() !== release) return sayUnreachable();
  location.reload();
}

async function isGone(address: string): Promise<boolean> {
  const status = await fetch(address, { method: 'HEAD', cache: 'no-store' }).then(
    (response) => response.status,
    () => 0,
  );
  return status === 404;
}

const reloadedFor = (): string | null => readTab(RELOADED, (kept) => typeof kept === 'string');
