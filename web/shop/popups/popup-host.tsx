import type { ComponentType } from 'react';
import { OfflineNotice } from '#web/shared/errors/notices.tsx';
import { Sheet } from '#web/ui/sheet/sheet.tsx';
import { closePopup, type Popup, type PopupBodies, setOffline, usePopups } from '../state/popups.ts';

/** Popups that must not overlap the offline popup. */
const NOTICES: ReadonlySet<Popup['kind']> = new Set(['message', 'unexpected', 'out-of-stock']);

/** Shows the offline popup on top of the current popup. Popups in `NOTICES` wait until it is closed. */
export function PopupHost({ bodies }: { bodies: PopupBodies }) {
  const { popup: latest, offline } = usePopups();
  const popup = offline && latest && NOTICES.has(latest.kind) ? null : latest;
  const Content = popup
    ? (bodies[popup.kind] as ComponentType<{ popup: Popup; close: () => void }> | undefined)
    : undefined;
  return (
    <>
      {popup && Content && (
        <Sheet
          key={popup.kind}
          from={popup.kind === 'search' ? 'top' : 'bottom'}
          broad={popup.kind === 'sign-in'}
          onClose={closePopup}
        >
          <Content popup={popup} close={closePopup} />
        </Sheet>
      )}
      {offline && (
        <Sheet settles onClose={() => setOffline(false)}>
          <OfflineNotice />
        </Sheet>
      )}
    </>
  );
}
