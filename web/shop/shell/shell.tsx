import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { useOfflineShop } from '../../offline/use-offline-shop.ts';
import { closeForRouteChange } from '../../state/popups.ts';
import { endOverdueSession } from '../../state/session.ts';
import { noteRouteChange } from '../../ui/sheet-history.ts';
import { PopupHost } from '../popups/popup-host.tsx';
import { chromeOf } from './chrome.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { LoaderOverlay } from './loader-overlay.tsx';
import { RouteFocus } from './route-focus.tsx';
import { noteRouteShown } from './route-shown.ts';
import { SideMenu } from './side-menu.tsx';
import { Toast } from './toast.tsx';

/** A page with the global loader in its middle (LoaderLine). */
const WAITS_ITSELF = '/autologin/';

/** What surrounds every screen: skip link, header, footer, menu, popups, loader. */
export function Shell({ children }: { children: ReactNode }) {
  const { pathname, key } = useLocation();
  useOfflineShop();
  const { header, footer, search, lastSeller } = chromeOf(pathname);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of route that counts.
  useEffect(() => {
    noteRouteChange();
    closeForRouteChange();
    endOverdueSession();
    noteRouteShown();
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
      <main id="main" tabIndex={-1} className="flex grow flex-col outline-none">
        {children}
      </main>
      {footer && <Footer lastSeller={lastSeller} />}
      <SideMenu />
      <PopupHost />
      {!pathname.startsWith(WAITS_ITSELF) && <LoaderOverlay />}
      <Toast />
    </>
  );
}

/** A thin line at the top while the next page's code is on its way. */
function WaitingBar() {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return <div aria-hidden="true" className="fixed inset-x-0 top-0 z-50 h-0.5 animate-pulse bg-accent" />;
}
