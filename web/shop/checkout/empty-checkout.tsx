import { Trans, useLingui } from '@lingui/react/macro';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { HousePicture } from '../shell/house-picture.tsx';

/** OQ-105: nothing to confirm, so no address, payment or countdown is asked for; the way on comes first. */
export function EmptyCheckout() {
  const { t } = useLingui();
  return (
    <EmptyState
      picture={<HousePicture of="empty-cart" />}
      title={t`Cart is empty`}
      text={t`Something nice is one tap away.`}
    >
      <LinkButton to="/browse">
        <Trans>Browse</Trans>
      </LinkButton>
      <Button look="plain" disabled>
        <Trans>Confirm Purchase</Trans>
      </Button>
    </EmptyState>
  );
}
