import { useLocation } from 'react-router';
import { popupBodies } from './popup-bodies.ts';
import { LoaderOverlay } from './popups/loader-overlay.tsx';
import { PopupHost } from './popups/popup-host.tsx';
import { Toast } from './popups/toast.tsx';
import { SideMenu } from './shell/side-menu.tsx';

/** A page with the global loader in its middle (LoaderLine). */
const WAITS_ITSELF = '/autologin/';

/**
 * What lies over a page once something was tapped or has failed: menu, popups, loader, toast. No part of the code that
 * a first visit waits for: it is fetched when the page is there, and shows what was asked for meanwhile.
 */
export function OverPage() {
  const { pathname } = useLocation();
  return (
    <>
      <SideMenu />
      <PopupHost bodies={popupBodies} />
      {!pathname.startsWith(WAITS_ITSELF) && <LoaderOverlay />}
      <Toast />
    </>
  );
}
