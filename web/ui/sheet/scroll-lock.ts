import { type RefObject, useLayoutEffect } from 'react';

/** Keeps the page's width while the scroll bar is hidden (app.css). Call before an overlay opens. */
export function preserveWidth(): void {
  if (document.querySelector('dialog:modal, [data-overlay]')) return;
  const root = document.documentElement;
  // clientWidth would be wrong, because it includes an empty scroll-bar gutter.
  root.style.setProperty('--scroll-bar', `${innerWidth - root.getBoundingClientRect().width}px`);
}

export function useScrollLock(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    preserveWidth();
    if (element.current) element.current.dataset.overlay = '';
  }, [element]);
}
