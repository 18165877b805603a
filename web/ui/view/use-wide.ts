import { useSyncExternalStore } from 'react';

const WIDE = '(min-width: 64rem)';

/**
 * Whether the window is as wide as Tailwind's lg, for what must stand once on the page but not in the same place.
 * False on the server.
 */
export function useWide(): boolean {
  return useSyncExternalStore(
    listen,
    () => matchMedia(WIDE).matches,
    () => false,
  );
}

function listen(onChange: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
