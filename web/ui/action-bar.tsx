import type { ReactNode } from 'react';

const bar =
  'z-20 border-t border-line bg-paper/95 px-(--gutter) pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur-sm sm:static sm:border-0 sm:bg-transparent sm:px-0 sm:backdrop-blur-none';

/** Put the action bar last in its form. */
export function ActionBar({ children }: { children: ReactNode }) {
  return (
    <div data-action-bar className={`sticky bottom-0 -mx-(--gutter) mt-8 sm:mx-0 ${bar}`}>
      <div className="flex flex-wrap items-center gap-3 ignore-first-taps *:grow sm:justify-end sm:*:grow-0">
        {children}
      </div>
    </div>
  );
}

/**
 * For screens that continue below the bar. On phones, the bar is at the bottom edge of the screen but keeps its place
 * in document order. End such a screen with ACTION_BAR_ROOM.
 */
export function EarlyActionBar({ children }: { children: ReactNode }) {
  return (
    // This element has no height; the bar hangs above it.
    <div className="-mx-(--gutter) max-sm:sticky max-sm:top-[100dvh] max-sm:bottom-0 max-sm:z-20 sm:mx-0 sm:mt-8">
      <div data-action-bar className={`max-sm:absolute max-sm:inset-x-0 max-sm:bottom-0 ${bar}`}>
        <div className="flex items-center gap-3 ignore-first-taps max-sm:*:last:grow sm:flex-wrap sm:justify-end">
          {children}
        </div>
      </div>
    </div>
  );
}

/** Uses an element instead of padding, because sticky elements stay inside their container's padding. */
export const ACTION_BAR_ROOM =
  "after:h-[calc(6rem+env(safe-area-inset-bottom))] after:shrink-0 after:content-[''] sm:after:hidden";
