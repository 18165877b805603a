import { useSyncExternalStore } from 'react';

const WIDE = '(min-width: 64rem)';

/**
 * Returns true from Tailwind's lg breakpoint, for elements that are placed differently on wide screens. Returns false
 * on the server.
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
