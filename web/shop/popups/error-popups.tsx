import { Trans, useLingui } from '@lingui/react/macro';
import { OkButton, UnexpectedNotice } from '#web/shared/errors/notices.tsx';
import { Button } from '#web/ui/button.tsx';
import { NoticePopup } from '#web/ui/sheet/notice-popup.tsx';
import { errorText } from '../errors/error-text.ts';
import { openPopup, type PopupProps } from '../state/popups.ts';

export function MessagePopup({ popup, close }: PopupProps<'message'>) {
  const { i18n, t } = useLingui();
  const { message } = popup;
  const action = (
    <div className="flex flex-col gap-3">
      {popup.signIn && (
        <Button wide onClick={() => openPopup({ kind: 'sign-in' })}>
          <Trans>Sign in with a code</Trans>
        </Button>
      )}
      <OkButton onClick={close} variant={popup.signIn ? 'plain' : 'primary'} />
    </div>
  );
  return (
    <NoticePopup icon="alert" title={popup.header ?? t`Something Went Wrong`} action={action}>
      <p className="whitespace-pre-line">{typeof message === 'string' ? message : errorText(message, i18n)}</p>
    </NoticePopup>
  );
}

export function UnexpectedPopup({ close }: PopupProps<'unexpected'>) {
  const { i18n } = useLingui();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button and Escape are the keyboard's way.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
    <div onClick={close}>
      <UnexpectedNotice text={errorText('unexpected', i18n)} close={close} />
    </div>
  );
}

export function OutOfStockPopup({ close }: PopupProps<'out-of-stock'>) {
  const { t } = useLingui();
  return (
    <NoticePopup icon="box" title={t`Out of Stock`} action={<OkButton onClick={close} />}>
      <p>
        <Trans>Product is out of stock.</Trans>
      </p>
    </NoticePopup>
  );
}
