import { type RefObject, useLayoutEffect } from 'react';

/**
 * Call it before a veil covers the page: while one does, the place of the scroll bar is given up, so that the veil
 * covers it too, and the page keeps its width (app.css).
 */
export function keepWidth(): void {
  if (document.querySelector('dialog:modal, [data-veil]')) return;
  const root = document.documentElement;
  // Not clientWidth: that counts an empty gutter in.
  root.style.setProperty('--scroll-bar', `${innerWidth - root.getBoundingClientRect().width}px`);
}

/** Makes an element that covers the page, and is no dialog, a veil as long as it stands. */
export function useScrollLock(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    keepWidth();
    if (element.current) element.current.dataset.veil = '';
  }, [element]);
}
