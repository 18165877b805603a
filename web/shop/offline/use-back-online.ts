import { useEffect, useRef } from 'react';

export function useBackOnline(then: () => void): void {
  const latest = useRef(then);
  useEffect(() => {
    latest.current = then;
  });
  useEffect(() => {
    const back = () => latest.current();
    addEventListener('online', back);
    return () => removeEventListener('online', back);
  }, []);
}
