import { useLocation } from 'react-router';
import { popupBodies } from './popup-bodies.ts';
import { LoaderOverlay } from './popups/loader-overlay.tsx';
import { PopupHost } from './popups/popup-host.tsx';
import { Toast } from './popups/toast.tsx';
import { SideMenu } from './shell/side-menu.tsx';

const WAITS_ITSELF = '/autologin/';

/** Loads after first paint, then shows the popups, loaders and toasts that were requested meanwhile. */
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
