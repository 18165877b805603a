import { type RefObject, useEffect, useState } from 'react';

export function useInView(element: RefObject<Element | null>): boolean {
  const [inView, setInView] = useState(false);
  useEffect(() => {
    const watcher = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting ?? false));
    if (element.current) watcher.observe(element.current);
    return () => watcher.disconnect();
  }, [element]);
  return inView;
}
