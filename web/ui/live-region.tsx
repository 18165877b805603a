import type { ReactNode } from 'react';

/** Keep the region mounted while it is empty, or screen readers may miss its first message. */
export function LiveRegion({ children, now = false }: { children: ReactNode; now?: boolean }) {
  return (
    <div
      role={now ? 'alert' : 'status'}
      aria-live={now ? 'assertive' : 'polite'}
      aria-atomic="true"
      className="sr-only"
    >
      {children}
    </div>
  );
}
