import { api } from '../api/client.ts';
import { usePopups } from '../state/popups.ts';

/** A phone with a weak signal never says that it is online: the pauses after which calls are tried, the last on and on. */
const LOOKS_MS = [5_000, 10_000, 20_000, 40_000];

/** Looks for the network as long as calls stay without an answer. Returns how to stop. */
export function lookForNetwork(): () => void {
  let stop = usePopups.getState().disconnected ? lookIn(LOOKS_MS) : () => undefined;
  const unfollow = usePopups.subscribe(({ disconnected }, before) => {
    if (disconnected === before.disconnected) return;
    stop();
    if (disconnected) stop = lookIn(LOOKS_MS);
  });
  return () => {
    unfollow();
    stop();
  };
}

/**
 * Makes a small call until one is answered, and says so as browsers do, to all that waits for the network. It is one
 * that the offline shop leaves to the server.
 */
function lookIn([wait = 0, ...later]: readonly number[]): () => void {
  let stop = () => clearTimeout(timer);
  const timer = setTimeout(() => {
    let stopped = false;
    stop = () => {
      stopped = true;
    };
    api('GET directory/countries', {}, { quiet: true }).then(
      () => dispatchEvent(new Event('online')),
      () => {
        if (!stopped) stop = lookIn(later.length > 0 ? later : [wait]);
      },
    );
  }, wait);
  return () => stop();
}
