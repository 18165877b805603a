import { brand } from '../../brand/brand.ts';
import { Button } from '../../ui/button.tsx';
import { NoticePopup } from '../popups/notice-popup.tsx';
import type { PopupProps } from '../popups/registry.ts';

/** RG-08, RG-09, OQ-136. */
export function PartnerPopup({ popup: { seller }, close }: PopupProps<'partner'>) {
  const gotIt = (
    <Button wide autoFocus onClick={close}>
      Got it
    </Button>
  );
  return (
    <NoticePopup icon="gift" title="Register once, shop everywhere" action={gotIt}>
      <p>
        {seller ? `${seller.name} sells with ${brand.title}.` : `Every shop here sells with ${brand.title}.`} You
        register one time only, and that is enough for every shop you find here.
      </p>
      <p>From then on a code on your mobile signs you in.</p>
    </NoticePopup>
  );
}
