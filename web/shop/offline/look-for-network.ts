import { api } from '../calls/api.ts';
import { setDisconnected, usePopups } from '../state/popups.ts';

/** A popup stays long enough to be read and tapped. */
const FIRST_MS = 5_000;
/** It stands in the way as long as nobody looks. */
const SOON_MS = 3_000;
/** After a minute the server is given more rest. */
const SOON_LOOKS = 20;
const LATER_MS = 10_000;

/**
 * Notes that the phone says it is offline: a screen that needs no call, such as a step of a gift card, would not find
 * out. A phone with a weak signal, or whose server was away, never says that it is online: makes a small call until one
 * is answered, and says so as browsers do, to all that waits for the network. Returns how to stop.
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

/** The call is one that the offline shop leaves to the server. */
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
