import type { ReactNode } from 'react';

/**
 * The main action of a screen, in a bar at the thumb above the safe area; on wide screens it stands in the flow. Put it
 * last in the screen, inside the form it sends.
 */
export function ActionBar({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-20 -mx-(--gutter) mt-8 border-t border-line bg-paper/95 px-(--gutter) pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur-sm sm:static sm:mx-0 sm:border-0 sm:bg-transparent sm:px-0 sm:backdrop-blur-none">
      <div className="flex flex-wrap items-center gap-3 ignore-first-taps *:grow sm:justify-end sm:*:grow-0">
        {children}
      </div>
    </div>
  );
}
