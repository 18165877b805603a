import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../ui/button.tsx';
import { NoticePopup } from './notice-popup.tsx';
import type { PopupProps } from './registry.ts';

/** PO-09, PO-10. */
export function OutOfStockPopup({ close }: PopupProps<'out-of-stock'>) {
  const { t } = useLingui();
  const ok = (
    <Button wide data-autofocus onClick={close}>
      <Trans>OK</Trans>
    </Button>
  );
  return (
    <NoticePopup icon="box" title={t`Out of Stock`} action={ok}>
      <p>
        <Trans>Product is out of stock.</Trans>
      </p>
    </NoticePopup>
  );
}
