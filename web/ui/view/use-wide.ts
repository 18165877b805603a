import { useSyncExternalStore } from 'react';

const WIDE = '(min-width: 64rem)';

/** True from Tailwind's lg, for elements placed differently when wide. False on the server. */
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
