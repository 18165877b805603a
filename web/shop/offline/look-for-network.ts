import { api } from '../calls/api.ts';
import { setDisconnected, usePopups } from '../state/popups.ts';

/** Time to read and tap a popup. */
const FIRST_MS = 5_000;
/** Short, because the popup blocks the page. */
const SOON_MS = 3_000;
/** After a minute, poll less often to spare the server. */
const SOON_LOOKS = 20;
const LATER_MS = 10_000;

/**
 * Screens without calls need the offline event. Polls until a call succeeds, then dispatches `online`, because phones
 * with a weak signal never do. Returns a function that stops polling.
 */
export function lookForNetwork(): () => void {
  let stopLook: (() => void) | null = null;
  function stop() {
    stopLook?.();
    stopLook = null;
  }
  function begin() {
    const { offline, disconnected } = usePopups.getState();
    if (offline || disconnected) stopLook ??= look(0);
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

/** The service worker never answers this call from its cache. */
function look(looks: number): () => void {
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
        if (!stopped) stop = look(looks + 1);
      },
    );
  }, pauseBefore(looks));
  return () => stop();
}

function pauseBefore(looks: number): number {
  if (looks === 0) return FIRST_MS;
  return looks < SOON_LOOKS ? SOON_MS : LATER_MS;
}
