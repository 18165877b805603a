import { Trans, useLingui } from '@lingui/react/macro';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { classes } from '#web/ui/classes.ts';

const HOLD_MS = 800;

type Hold = { label: string; disabled: boolean; onDone: () => void };

/**
 * Requires a long press, so that a wet sleeve cannot take money. On a keyboard, Enter must be pressed twice. A short
 * tap offers a button to people who cannot hold.
 */
export function useHold({ disabled, onDone }: Omit<Hold, 'label'>) {
  const [holding, setHolding] = useState(false);
  const [armed, setArmed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(onDone);
  useEffect(() => {
    latest.current = onDone;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (disabled) setArmed(false);
  }, [disabled]);

  function begin() {
    if (disabled) return;
    setHolding(true);
    timer.current = setTimeout(() => {
      setHolding(false);
      latest.current();
    }, HOLD_MS);
  }
  function end() {
    clearTimeout(timer.current);
    setHolding(false);
  }
  function press() {
    if (disabled) return;
    if (armed) latest.current();
    else setArmed(true);
  }
  return { holding, armed, begin, end, press, arm: () => !disabled && setArmed(true) };
}

type HoldButtonProps = { label: string; disabled: boolean; hold: ReturnType<typeof useHold>; onDone: () => void };

export function HoldButton({ label, disabled, hold, onDone }: HoldButtonProps) {
  const { t } = useLingui();
  const { holding, armed, begin, end, press, arm } = hold;
  // A click with `detail` 0 is from a keyboard or screen reader.
  const onClick = ({ detail }: MouseEvent) => (detail === 0 ? press() : arm());
  return (
    <div className="flex flex-col gap-1">
      <button
        type="button"
        aria-disabled={disabled || undefined}
        onPointerDown={(event) => event.button === 0 && begin()}
        onPointerUp={end}
        onPointerLeave={end}
        onPointerCancel={end}
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={(event) => event.repeat && event.preventDefault()}
        onClick={onClick}
        className={classes(
          'relative isolate min-h-16 w-full touch-none overflow-hidden rounded-control px-5 py-3 text-20 font-bold select-none [-webkit-touch-callout:none]',
          disabled ? 'bg-sunken text-muted' : 'bg-accent text-on-accent',
        )}
      >
        <span
          aria-hidden="true"
          className={classes(
            'absolute inset-0 -z-10 origin-left bg-accent-strong ease-linear',
            holding ? 'scale-x-100 transition-transform duration-[800ms]' : 'scale-x-0',
          )}
        />
        {holding ? t`Keep holding` : label}
      </button>
      <p role="status" className="flex min-h-12 items-center justify-center gap-2 text-center text-15 text-muted">
        {armed && !disabled ? (
          <button type="button" onClick={onDone} className="min-h-12 rounded-control px-4 font-semibold text-accent">
            <Trans>Take it without holding</Trans>
          </button>
        ) : (
          <Trans>Hold the button, or press Enter twice</Trans>
        )}
      </p>
    </div>
  );
}
