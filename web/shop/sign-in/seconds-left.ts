import { useEffect, useState } from 'react';
import { secondsLeft } from './sign-in-flow.ts';

/** Whole seconds until `until` (ms), counting down; 0 from then on. */
export function useSecondsLeft(until: number): number {
  const [left, setLeft] = useState(() => secondsLeft(until, Date.now()));
  useEffect(() => {
    const tick = () => setLeft(secondsLeft(until, Date.now()));
    tick();
    // Four times a second, so that a second is never skipped; it ends with the wait.
    const timer = setInterval(() => {
      tick();
      if (Date.now() >= until) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}
