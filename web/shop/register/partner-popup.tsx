import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { brand } from '#web/shared/brand/brand.ts';
import { Button } from '#web/ui/button.tsx';
import { NoticePopup } from '#web/ui/sheet/notice-popup.tsx';
import type { PopupProps } from '../state/popups.ts';
import { recordPartnerPopupSeen } from './partner-seen.ts';

export function PartnerPopup({ popup: { seller }, close }: PopupProps<'partner'>) {
  const { t } = useLingui();
  const shop = seller?.name ?? '';
  const brandTitle = brand.title;
  useEffect(() => recordPartnerPopupSeen, []);
  const gotIt = (
    <Button wide autoFocus data-autofocus onClick={close}>
      <Trans>Got it</Trans>
    </Button>
  );
  return (
    <NoticePopup icon="gift" title={t`Register once, shop everywhere`} action={gotIt}>
      <p>
        {shop ? (
          <Trans>
            {shop} sells with {brandTitle}. Register once and buy from every seller here.
          </Trans>
        ) : (
          <Trans>Every shop here sells with {brandTitle}. Register once and buy from every seller here.</Trans>
        )}
      </p>
      <p>
        <Trans>From then on a code on your mobile signs you in.</Trans>
      </p>
    </NoticePopup>
  );
}
