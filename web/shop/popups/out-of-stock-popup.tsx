import { Button } from '../../ui/button.tsx';
import { NoticePopup } from './notice-popup.tsx';
import type { PopupProps } from './registry.ts';

/** PO-09, PO-10. */
export function OutOfStockPopup({ close }: PopupProps<'out-of-stock'>) {
  const ok = (
    <Button wide data-autofocus onClick={close}>
      OK
    </Button>
  );
  return (
    <NoticePopup icon="box" title="Out of Stock" action={ok}>
      <p>Product is out of stock.</p>
    </NoticePopup>
  );
}
