import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { LiveRegion } from '../../ui/live-region.tsx';

/** What a screen put the focus into by itself stays focused. */
const FIELD = 'input, select, textarea';

/**
 * After a change of page inside the shop: the focus begins at the new content and its title is read out, as browsers do for a
 * page they load.
 */
export function RouteFocus() {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  const [title, say] = useState('');
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    // A frame later: a sheet that closes with the old page gives the focus back to its button first.
    const frame = requestAnimationFrame(() => {
      if (!document.activeElement?.matches(FIELD)) document.getElementById('main')?.focus({ preventScroll: true });
      say(document.title);
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
  return <LiveRegion>{title}</LiveRegion>;
}
