import { api } from '../calls/api.ts';
import { setDisconnected, usePopups } from '../state/popups.ts';

/** Time for the customer to read the popup and tap it before the first poll. */
const FIRST_MS = 5_000;
/** Interval between polls. It is short, because the popup blocks the page. */
const SOON_MS = 3_000;
/** Number of polls, about a minute, before polling slows down to spare the server. */
const SOON_LOOKS = 20;
const LATER_MS = 10_000;

/**
 * Listens for the `offline` event, because some screens make no calls. Polls until a call succeeds, then dispatches
 * `online`, because phones with a weak signal never do. Returns a function that stops polling.
 */
export function watchNetwork(): () => void {
  let stopLook: (() => void) | null = null;
  function stop() {
    stopLook?.();
    stopLook = null;
  }
  function begin() {
    const { offline, disconnected } = usePopups.getState();
    if (offline || disconnected) stopLook ??= pollNetwork(0);
  }
  const noteOffline = () => setDisconnected(true);
  if (!navigator.onLine) noteOffline();
  begin();
  const unfollow = usePopups.subscribe(begin);
  addEventListener('offline', noteOffline);
  addEventListener('online', stop);
  return () => {
    unfollow();
    removeEventListener('offline', noteOffline);
    removeEventListener('online', stop);
    stop();
  };
}

/** Polls with a call that the service worker never answers from its cache. */
function pollNetwork(looks: number): () => void {
  let stop = () => clearTimeout(timer);
  const timer = setTimeout(() => {
    let stopped = false;
    stop = () => {
      stopped = true;
    };
    api('GET directory/countries', {}, { quiet: true }).then(
      () => {
        if (!stopped) dispatchEvent(new Event('online'));
      },
      () => {
        if (!stopped) stop = pollNetwork(looks + 1);
      },
    );
  }, computePause(looks));
  return () => stop();
}

function computePause(looks: number): number {
  if (looks === 0) return FIRST_MS;
  return looks < SOON_LOOKS ? SOON_MS : LATER_MS;
}
