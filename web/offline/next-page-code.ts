import { createPath, type Location } from 'react-router';
import { setOffline, usePopups } from '../state/popups.ts';
import { serverStatus } from './code-missing.ts';

type Router = { state: { navigation: { location?: Location | undefined } } };

/** The page that was asked for and is not there yet. The router keeps itself on the window. */
const nextPage = (): Location | undefined =>
  (globalThis as { __reactRouterDataRouter?: Router }).__reactRouterDataRouter?.state.navigation.location;

const SERVER_ERROR = 500;
/** The popup has closed by then, with its step of the history; a phone says that it is online a little early. */
const AGAIN_MS = [200, 1_000, 4_000];

/**
 * React Router loads the open page again when the code of the next one does not come. In place of that the page stays
 * where it is under the offline popup; Refresh, or the network that is back while it is open, loads the next page.
 */
export function waitForNextPageCode(): void {
  let waitsFor: Location | undefined;
  // Browsers without it load the page again.
  globalThis.navigation?.addEventListener('navigate', async (event) => {
    const next = nextPage();
    if (event.navigationType !== 'reload' || event.userInitiated || !event.cancelable || !next) return;
    event.preventDefault();
    const refreshed = waitsFor === next;
    waitsFor = next;
    if (!refreshed && !(await isServerThere())) return setOffline(true);
    setTimeout(() => load(next));
  });
  addEventListener(
    'online',
    () => {
      const isOpen = usePopups.getState().offline && nextPage() === waitsFor;
      if (waitsFor && isOpen) void loadSoon(waitsFor, AGAIN_MS);
    },
    // Before the popup closes for it.
    { capture: true },
  );
}

const load = (page: Location) => location.assign(createPath(page));

const isServerThere = async () => {
  const status = await serverStatus();
  return status > 0 && status < SERVER_ERROR;
};

async function loadSoon(page: Location, [wait, ...later]: readonly number[]): Promise<void> {
  if (wait === undefined) return;
  await new Promise((resolve) => setTimeout(resolve, wait));
  return (await isServerThere()) ? load(page) : loadSoon(page, later);
}
