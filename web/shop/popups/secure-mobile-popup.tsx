import { Button } from '../../ui/button.tsx';
import { NoticePopup } from './notice-popup.tsx';
import type { PopupProps } from './registry.ts';

/** PO-11, OQ-019. */
export function SecureMobilePopup({ close }: PopupProps<'secure-mobile'>) {
  const ok = (
    <Button wide onClick={close}>
      Got it
    </Button>
  );
  return (
    <NoticePopup icon="shield" title="Your mobile keeps you safe" action={ok}>
      <p>
        We check your number with a one-time code sent by text message, so only the person holding your phone can sign
        in.
      </p>
      <p>There is no password to forget, and we never store one.</p>
    </NoticePopup>
  );
}
