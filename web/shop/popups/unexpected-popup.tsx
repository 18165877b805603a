import { UNEXPECTED_SENTENCE } from '../../api/problems.ts';
import { Button } from '../../ui/button.tsx';
import { NoticePopup } from './notice-popup.tsx';
import type { PopupProps } from './registry.ts';

/** PO-06..PO-08: a click anywhere on it dismisses it. */
export function UnexpectedPopup({ close }: PopupProps<'unexpected'>) {
  const ok = (
    <Button wide data-autofocus onClick={close}>
      OK
    </Button>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button and Escape are the keyboard's way.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
    <div onClick={close}>
      <NoticePopup icon="alert" title="Unexpected Error" action={ok}>
        <p>{UNEXPECTED_SENTENCE}</p>
      </NoticePopup>
    </div>
  );
}
