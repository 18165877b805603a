import { type RefObject, useLayoutEffect } from 'react';

/**
 * Call it before an overlay opens. While one is open the scroll bar is gone, so that the overlay covers its place
 * too; the page keeps its width (app.css).
 */
export function keepWidth(): void {
  if (document.querySelector('dialog:modal, [data-overlay]')) return;
  const root = document.documentElement;
  // Not clientWidth: that counts an empty gutter in.
  root.style.setProperty('--scroll-bar', `${innerWidth - root.getBoundingClientRect().width}px`);
}

/** Keeps the page still while this element, which is no dialog, covers it. */
export function useScrollLock(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    keepWidth();
    if (element.current) element.current.dataset.overlay = '';
  }, [element]);
}
