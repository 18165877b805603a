import { Button } from '../../ui/button.tsx';
import { NoticePopup } from './notice-popup.tsx';
import type { PopupProps } from './registry.ts';

/** PO-04, PO-05. */
export function MessagePopup({ popup, close }: PopupProps<'message'>) {
  const ok = (
    <Button wide data-autofocus onClick={close}>
      OK
    </Button>
  );
  return (
    <NoticePopup icon="alert" title={popup.header ?? 'Something Went Wrong'} action={ok}>
      <p className="whitespace-pre-line">{popup.message}</p>
    </NoticePopup>
  );
}
