import { Button } from '../../ui/button.tsx';
import { NoticePopup } from './notice-popup.tsx';

/** PO-01..PO-03. */
export function OfflinePopup() {
  const refresh = (
    <Button wide data-autofocus onClick={() => globalThis.location.reload()}>
      Refresh
    </Button>
  );
  return (
    <NoticePopup icon="offline" title="No connection" action={refresh}>
      <p>You're offline. Click the button below to refresh.</p>
    </NoticePopup>
  );
}
