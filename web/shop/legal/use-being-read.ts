import { useEffect, useState } from 'react';

/** The id of the part that crosses the upper part of the screen; '' until one of them has. */
export function useBeingRead(ids: readonly string[]): string {
  const [here, setHere] = useState('');
  const all = ids.join(' ');
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (seen) => {
        const entered = seen.find(({ isIntersecting }) => isIntersecting);
        if (entered) setHere(entered.target.id);
      },
      { rootMargin: '-20% 0px -75% 0px' },
    );
    for (const id of all.split(' ')) {
      const element = document.getElementById(id);
      if (element) watcher.observe(element);
    }
    return () => watcher.disconnect();
  }, [all]);
  return ids.includes(here) ? here : '';
}
