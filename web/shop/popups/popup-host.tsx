import type { ComponentType } from 'react';
import { closePopup, type Popup, setOffline, usePopups } from '../../state/popups.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { OfflinePopup } from './offline-popup.tsx';
import { registry } from './registry.ts';

/** One popup at a time, offline on top (OQ-148). */
export function PopupHost() {
  const { popup, offline } = usePopups();
  const Content = popup
    ? (registry[popup.kind] as ComponentType<{ popup: Popup; close: () => void }> | undefined)
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
        <Sheet onClose={() => setOffline(false)}>
          <OfflinePopup />
        </Sheet>
      )}
    </>
  );
}
