import { Trans, useLingui } from '@lingui/react/macro';
import { say } from '../../languages/say.ts';
import { Button } from '../../ui/button.tsx';
import { NoticePopup } from './notice-popup.tsx';
import type { PopupProps } from './registry.ts';

/** PO-04, PO-05. */
export function MessagePopup({ popup, close }: PopupProps<'message'>) {
  const { i18n, t } = useLingui();
  const ok = (
    <Button wide data-autofocus onClick={close}>
      <Trans>OK</Trans>
    </Button>
  );
  return (
    <NoticePopup icon="alert" title={popup.header ? say(i18n, popup.header) : t`Something Went Wrong`} action={ok}>
      <p className="whitespace-pre-line">{say(i18n, popup.message)}</p>
    </NoticePopup>
  );
}
