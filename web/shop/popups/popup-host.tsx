import { Trans, useLingui } from '@lingui/react/macro';
import type { ComponentType } from 'react';
import { Button } from '#web/ui/button.tsx';
import { NoticePopup } from '#web/ui/sheet/notice-popup.tsx';
import { Sheet } from '#web/ui/sheet/sheet.tsx';
import { closePopup, type Popup, type PopupBodies, setOffline, usePopups } from '../state/popups.ts';

/** What only says something: two of them never lie on each other. */
const NOTICES: ReadonlySet<Popup['kind']> = new Set(['message', 'unexpected', 'out-of-stock']);

/** One popup at a time, offline on top of what the customer is doing; a notice waits until that is closed. */
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
          <OfflinePopup />
        </Sheet>
      )}
    </>
  );
}

function OfflinePopup() {
  const { t } = useLingui();
  const refresh = (
    <Button wide data-autofocus onClick={() => globalThis.location.reload()}>
      <Trans>Refresh</Trans>
    </Button>
  );
  return (
    <NoticePopup icon="offline" title={t`No connection`} action={refresh}>
      <p>
        <Trans>You're offline. Click the button below to refresh.</Trans>
      </p>
    </NoticePopup>
  );
}
