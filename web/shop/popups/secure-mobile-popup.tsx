import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#web/ui/button.tsx';
import { NoticePopup } from '#web/ui/sheet/notice-popup.tsx';
import type { PopupProps } from '../state/popups.ts';

export function SecureMobilePopup({ close }: PopupProps<'secure-mobile'>) {
  const { t } = useLingui();
  const ok = (
    <Button wide onClick={close}>
      <Trans>Got it</Trans>
    </Button>
  );
  return (
    <NoticePopup icon="shield" title={t`Your mobile keeps you safe`} action={ok}>
      <p>
        <Trans>
          We check your number with a one-time code sent by text message, so only the person holding your phone can sign
          in.
        </Trans>
      </p>
      <p>
        <Trans>There is no password to forget, and we never store one.</Trans>
      </p>
    </NoticePopup>
  );
}
