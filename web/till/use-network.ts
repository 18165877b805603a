import { useCallback, useEffect, useState } from 'react';
import { api } from './calls/api.ts';

const LOOK_MS = 3_000;

/** Polls while offline, because phones with a weak signal may never report being online. */
export function useNetwork(): { offline: boolean; noteOffline: () => void } {
  const [offline, setOffline] = useState(false);
  useEffect(() => {
    const goOffline = () => setOffline(true);
    const goOnline = () => setOffline(false);
    if (!navigator.onLine) goOffline();
    addEventListener('offline', goOffline);
    addEventListener('online', goOnline);
    return () => {
      removeEventListener('offline', goOffline);
      removeEventListener('online', goOnline);
    };
  }, []);
  useEffect(() => {
    if (!offline) return;
    let isOver = false;
    let timer = setTimeout(look, LOOK_MS);
    function look() {
      api('GET directory/countries/{countryId}', { params: { countryId: 'AU' } }, { quiet: true }).then(
        () => !isOver && setOffline(false),
        () => {
          if (!isOver) timer = setTimeout(look, LOOK_MS);
        },
      );
    }
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [offline]);
  const noteOffline = useCallback(() => setOffline(true), []);
  return { offline, noteOffline };
}
