import { type RefObject, useEffect, useRef } from 'react';

/**
 * For the part around a list: it takes the focus when something was removed, because the button that had it went with
 * its line.
 */
export function useFocusWhenFewer<Part extends HTMLElement>(count: number): RefObject<Part | null> {
  const part = useRef<Part>(null);
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current) part.current?.focus({ preventScroll: true });
    before.current = count;
  }, [count]);
  return part;
}
