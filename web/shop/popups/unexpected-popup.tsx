import { Trans, useLingui } from '@lingui/react/macro';
import { UNEXPECTED_SENTENCE } from '../../api/problems.ts';
import { say } from '../../languages/say.ts';
import { Button } from '../../ui/button.tsx';
import { NoticePopup } from './notice-popup.tsx';
import type { PopupProps } from './registry.ts';

/** PO-06..PO-08: a click anywhere on it dismisses it. */
export function UnexpectedPopup({ close }: PopupProps<'unexpected'>) {
  const { i18n, t } = useLingui();
  const ok = (
    <Button wide data-autofocus onClick={close}>
      <Trans>OK</Trans>
    </Button>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button and Escape are the keyboard's way.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
    <div onClick={close}>
      <NoticePopup icon="alert" title={t`Unexpected Error`} action={ok}>
        <p>{say(i18n, UNEXPECTED_SENTENCE)}</p>
      </NoticePopup>
    </div>
  );
}
