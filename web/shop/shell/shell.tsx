import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { LiveRegion } from '#web/ui/live-region.tsx';
import { recordRouteChange } from '#web/ui/sheet/sheet-history.ts';
import { ConnectionStrip } from '../offline/connection-strip.tsx';
import { useOfflineShop } from '../offline/use-offline-shop.ts';
import { endOverdueSession } from '../session/session.ts';
import { closeForRouteChange } from '../state/popups.ts';
import { notifyRouteShown } from '../state/route-shown.ts';
import { closeToastOfPage } from '../state/toasts.ts';
import { resolveChrome } from './chrome.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

export function Shell({ overlay, children }: { overlay: ReactNode; children: ReactNode }) {
  const { pathname, key } = useLocation();
  useOfflineShop();
  const { header, footer, search, lastSeller } = resolveChrome(pathname);

  const before = useRef(key);
  useEffect(() => {
    recordRouteChange();
    closeForRouteChange(key);
    if (before.current !== key) closeToastOfPage();
    before.current = key;
    endOverdueSession();
    notifyRouteShown();
  }, [key]);

  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-24 rounded-control bg-ink px-4 py-3 font-semibold text-paper focus:translate-y-0"
      >
        <Trans>Skip to content</Trans>
      </a>
      <RouteFocus />
      <WaitingBar />
      {header !== 'none' && <Header kind={header} search={search} />}
      <ConnectionStrip underHeader={header !== 'none'} />
      <main id="main" tabIndex={-1} className="flex grow flex-col outline-none">
        {children}
      </main>
      {footer && <Footer lastSeller={lastSeller} />}
      {overlay}
    </>
  );
}

function WaitingBar() {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return <div aria-hidden="true" className="fixed inset-x-0 top-0 z-50 h-0.5 animate-pulse bg-accent" />;
}

/** Elements that keep the focus if a screen has focused one of them itself. */
const FIELD = 'input, select, textarea, [data-keeps-focus]';

/** Focuses the new content and announces its title, as browsers do for page loads. */
function RouteFocus() {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    // Wait a frame, because a closing sheet first returns focus to its button.
    const frame = requestAnimationFrame(() => {
      if (!document.activeElement?.matches(FIELD)) document.getElementById('main')?.focus({ preventScroll: true });
      setTitle(document.title);
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
  return <LiveRegion>{title}</LiveRegion>;
}
