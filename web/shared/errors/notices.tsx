import { Trans, useLingui } from '@lingui/react/macro';
import { Button, type ButtonVariant } from '#web/ui/button.tsx';
import { NoticePopup } from '#web/ui/sheet/notice-popup.tsx';

export function OfflineNotice() {
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

type UnexpectedNoticeProps = {
  text: string;
  close: () => void;
};

export function UnexpectedNotice({ text, close }: UnexpectedNoticeProps) {
  const { t } = useLingui();
  return (
    <NoticePopup icon="alert" title={t`Unexpected Error`} action={<OkButton onClick={close} />}>
      <p>{text}</p>
    </NoticePopup>
  );
}

export function OkButton({ onClick, variant = 'primary' }: { onClick: () => void; variant?: ButtonVariant }) {
  return (
    <Button wide variant={variant} data-autofocus onClick={onClick}>
      <Trans>OK</Trans>
    </Button>
  );
}
