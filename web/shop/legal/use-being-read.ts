import { useEffect, useState } from 'react';

/** The band right under the header, where a link to a part lands. */
const BAND = '-96px 0px -70% 0px';

/** The id of the first part in the band under the header, of the last that was there while none is; '' until one has been. */
export function useBeingRead(ids: readonly string[]): string {
  const [here, setHere] = useState('');
  const all = ids.join(' ');
  useEffect(() => {
    const order = all.split(' ');
    const inside = new Set<string>();
    const watcher = new IntersectionObserver(
      (seen) => {
        for (const { target, isIntersecting } of seen) {
          if (isIntersecting) inside.add(target.id);
          else inside.delete(target.id);
        }
        const first = order.find((id) => inside.has(id));
        if (first) setHere(first);
      },
      { rootMargin: BAND },
    );
    for (const id of order) {
      const element = document.getElementById(id);
      if (element) watcher.observe(element);
    }
    return () => watcher.disconnect();
  }, [all]);
  return ids.includes(here) ? here : '';
}
