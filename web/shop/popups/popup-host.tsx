import { type ComponentType, Suspense } from 'react';
import { closePopup, type Popup, setOffline, usePopups } from '../../state/popups.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
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
        <Sheet key={popup.kind} onClose={closePopup}>
          <Suspense fallback={<Waiting />}>
            <Content popup={popup} close={closePopup} />
          </Suspense>
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

function Waiting() {
  return (
    <div aria-busy="true" className="space-y-4">
      <Skeleton className="h-7 w-2/3" />
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-12 w-full" />
    </div>
  );
}
