import { Trans } from '@lingui/react/macro';
import { type ReactNode, useRef } from 'react';
import { useLoaders } from '../state/loaders.ts';
import { useScrollLock } from '../ui/sheet/scroll-lock.ts';
import { Spinner } from '../ui/spinner.tsx';

/** The global loader covers the page; checkout and cart have skeletons. */
export function LoaderOverlay() {
  const loader = useLoaders(({ global }) => global);
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

function Overlay({ children }: { children: ReactNode }) {
  const overlay = useRef<HTMLDivElement>(null);
  useScrollLock(overlay);
  return (
    <div ref={overlay} className="fixed inset-0 z-50 grid animate-appear place-items-center bg-overlay">
      {children}
    </div>
  );
}

/**
 * The global loader within a page that is nothing but waiting: a line with its place kept, in place of an overlay over
 * the page.
 */
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
