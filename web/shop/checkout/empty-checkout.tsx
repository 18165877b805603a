import { Trans, useLingui } from '@lingui/react/macro';
import { Illustration } from '#web/shared/brand/illustration.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** Nothing to confirm, so no address, payment or countdown is asked for; the way on comes first. */
export function EmptyCheckout() {
  const { t } = useLingui();
  return (
    <EmptyState
      picture={<Illustration name="empty-cart" />}
      title={t`Cart is empty`}
      text={t`Something nice is one tap away.`}
    >
      <LinkButton to="/browse">
        <Trans>Browse</Trans>
      </LinkButton>
    </EmptyState>
  );
}
