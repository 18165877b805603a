import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useScrollLock } from '#web/ui/sheet/scroll-lock.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { waitForPaint } from '#web/ui/taps/painted.ts';
import { useLoaders } from '../state/loaders.ts';

export function LoaderOverlay() {
  const loader = useAfterPaint(useLoaders(({ global }) => global));
  return (
    <div role="status" aria-live="polite">
      {loader && (
        <Overlay>
          <div className="flex flex-col items-center gap-3 rounded-card bg-surface px-8 py-6 shadow-float">
            <Spinner className="size-9 text-accent" />
            <p className="text-17 font-semibold">
              {loader.message || (
                <span className="sr-only">
                  <Trans>Loading</Trans>
                </span>
              )}
            </p>
          </div>
        </Overlay>
      )}
    </div>
  );
}

/** Waits a frame, because covering the page is expensive and the tapped button must respond first. */
function useAfterPaint<Value>(value: Value | null): Value | null {
  const [shownValue, show] = useState(value);
  useEffect(() => {
    let isWanted = true;
    void waitForPaint().then(() => isWanted && show(value));
    return () => {
      isWanted = false;
    };
  }, [value]);
  return value && shownValue;
}

function Overlay({ children }: { children: ReactNode }) {
  const overlay = useRef<HTMLDivElement>(null);
  useScrollLock(overlay);
  return (
    <div ref={overlay} data-loader className="fixed inset-0 z-50 grid animate-appear place-items-center bg-overlay">
      {children}
    </div>
  );
}

export function LoaderLine() {
  const { message = '' } = useLoaders((state) => state.global) ?? {};
  return (
    <p
      role="status"
      aria-live="polite"
      className="flex min-h-12 items-center justify-center gap-3 text-17 font-semibold"
    >
      <Spinner className="size-7 text-accent" />
      {message}
    </p>
  );
}
