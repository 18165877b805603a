import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../ui/button.tsx';
import { NoticePopup } from './notice-popup.tsx';

/** PO-01..PO-03. */
export function OfflinePopup() {
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
