import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { fetchWhatFailed } from '../queries/query-client.ts';
import { setConnected, usePopups } from '../state/popups.ts';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/icons.tsx';
import { useBackOnline } from './use-back-online.ts';

/** A phone says that it is online before its first call gets through. */
const AGAIN_MS = [0, 1_000, 4_000];

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
    setConnected();
    tryAgain(AGAIN_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <div role="status" className={classes('sticky z-20 print:hidden', underHeader ? 'top-(--header-height)' : 'top-0')}>
      {disconnected && (
        <p className="flex animate-appear items-center justify-center gap-2 border-b border-line bg-sunken px-4 py-1.5 text-15 font-semibold">
          <Icon name="offline" className="size-5 shrink-0" />
          <span className="text-left">
            <Trans>You’re offline. We’ll reconnect automatically.</Trans>
          </span>
        </p>
      )}
    </div>
  );
}
