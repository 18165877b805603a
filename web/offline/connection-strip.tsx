import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { api } from '../api/client.ts';
import { fetchWhatFailed } from '../queries/query-client.ts';
import { setDisconnected, setOffline, usePopups } from '../state/popups.ts';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/icons.tsx';
import { useBackOnline } from './use-back-online.ts';

/** A phone says that it is online before its first call gets through. */
const AGAIN_MS = [0, 1_000, 4_000];
/** One with a weak signal says nothing: the pauses after which calls are tried, the last again and again. */
const LOOKS_MS = [5_000, 10_000, 20_000, 40_000];

/**
 * Says quietly that there is no connection, and covers nothing. When the network is back, strip and popup go by
 * themselves and what had not come is fetched.
 */
export function ConnectionStrip({ underHeader }: { underHeader: boolean }) {
  const disconnected = usePopups((state) => state.disconnected);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  function tryAgain([wait, ...later]: readonly number[]) {
    clearTimeout(timer.current);
    if (wait === undefined) return;
    timer.current = setTimeout(async () => {
      if (!(await fetchWhatFailed())) tryAgain(later);
    }, wait);
  }
  useBackOnline(() => {
    setOffline(false);
    setDisconnected(false);
    tryAgain(AGAIN_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => (disconnected ? lookForNetwork(LOOKS_MS) : undefined), [disconnected]);
  return (
    <div role="status" className={classes('sticky z-20 print:hidden', underHeader ? 'top-(--header-height)' : 'top-0')}>
      {disconnected && (
        <p className="flex animate-appear items-center justify-center gap-2 border-b border-line bg-sunken px-4 py-1.5 text-15 font-semibold">
          <Icon name="offline" className="size-5 shrink-0" />
          <span className="text-left">
            <Trans>No connection. We go on by ourselves when it is back.</Trans>
          </span>
        </p>
      )}
    </div>
  );
}

/**
 * Makes a small call until one is answered, and says so as browsers do, to all that waits for the network. It is one
 * that the offline shop leaves to the server. Returns how to stop.
 */
function lookForNetwork([wait = 0, ...later]: readonly number[]): () => void {
  let stop = () => clearTimeout(timer);
  const timer = setTimeout(() => {
    let stopped = false;
    stop = () => {
      stopped = true;
    };
    api('GET directory/countries', {}, { quiet: true }).then(
      () => dispatchEvent(new Event('online')),
      () => {
        if (!stopped) stop = lookForNetwork(later.length > 0 ? later : [wait]);
      },
    );
  }, wait);
  return () => stop();
}
