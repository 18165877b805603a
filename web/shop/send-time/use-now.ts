import { useEffect, useState } from 'react';
import { followServerTime, serverNow } from '#web/shared/api/server-time.ts';

const TICK_MS = 10_000;

export function useNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const look = () => setNow(serverNow());
    const timer = setInterval(look, TICK_MS);
    const unfollow = followServerTime(look);
    return () => {
      clearInterval(timer);
      unfollow();
    };
  }, []);
  return now;
}
