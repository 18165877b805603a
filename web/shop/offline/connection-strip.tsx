import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { OfflineLine } from '#web/shared/offline/offline-line.tsx';
import { classes } from '#web/ui/classes.ts';
import { fetchWhatFailed } from '../queries/query-client.ts';
import { setConnected, usePopups } from '../state/popups.ts';
import { useBackOnline } from './use-back-online.ts';

/** Milliseconds before each retry. Phones report that they are online before calls succeed. */
const AGAIN_MS = [0, 1_000, 4_000];

/**
 * Shows the offline strip, which covers no content. When back online, hides the strip and the popup and refetches what
 * failed.
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
        <OfflineLine>
          <Trans>You’re offline. We’ll reconnect automatically.</Trans>
        </OfflineLine>
      )}
    </div>
  );
}
