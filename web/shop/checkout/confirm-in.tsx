import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useRef, useState } from 'react';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icons.tsx';
import { LiveRegion } from '#web/ui/live-region.tsx';
import { formatCountdown, millisecondsToNextTick, secondsLeft } from './countdown.ts';

const LAST_MINUTE = 60;

/** Calls `onEnd` at zero, then every second until it returns true. Once cancelled, `left` stays null. */
export function useCountdown(onEnd: () => boolean): { left: number | null; cancel: () => void } {
  const [startedAt] = useState(() => Date.now());
  const [left, setLeft] = useState<number | null>(() => secondsLeft(startedAt, startedAt));
  const cancelled = left === null;
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  }, [onEnd]);

  useEffect(() => {
    if (cancelled) return;
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const now = Date.now();
      const seconds = secondsLeft(startedAt, now);
      setLeft(seconds);
      if (seconds > 0 || !end.current()) timer = setTimeout(tick, millisecondsToNextTick(startedAt, now));
    };
    tick();
    return () => clearTimeout(timer);
  }, [startedAt, cancelled]);

  const cancel = useCallback(() => setLeft(null), []);
  return { left, cancel };
}

export function Countdown({ left }: { left: number | null }) {
  const { t } = useLingui();
  if (left === null) return null;
  const last = left <= LAST_MINUTE;
  return (
    <div
      className={classes(
        'flex max-w-full flex-wrap items-center gap-1',
        last ? 'rounded-full border border-warn px-3 py-1.5 text-warn' : 'text-muted',
      )}
    >
      <Icon name="clock" className="size-4" />
      <h2 id="confirm-in" className="font-sans text-13 font-normal tracking-normal">
        <Trans>Confirm in</Trans>
      </h2>
      <span
        role="timer"
        aria-labelledby="confirm-in"
        className={classes('tabular', last ? 'text-17 font-bold' : 'text-13')}
      >
        {formatCountdown(left)}
      </span>
      <LiveRegion>{last && left > 0 ? t`One minute left to confirm` : ''}</LiveRegion>
    </div>
  );
}
