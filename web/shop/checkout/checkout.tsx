import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import { brand } from '../../brand/brand.ts';
import { announce } from '../../state/announcements.ts';
import { useGiftCards } from '../../state/gift-cards.ts';
import { useLoaders } from '../../state/loader.ts';
import { useSellers } from '../../state/seller.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icons.tsx';
import { MembersOnly } from '../shell/guards.tsx';
import { CheckoutForm } from './checkout-form.tsx';
import { CheckoutSkeleton } from './checkout-skeleton.tsx';
import { Countdown, useCountdown } from './confirm-in.tsx';
import { afterCountdown } from './countdown.ts';
import { lineRows } from './summary.ts';
import { useCheckoutData } from './use-checkout-data.ts';

export default function Checkout() {
  const { t } = useLingui();
  const { title } = brand;
  return (
    <div className="page flex grow flex-col">
      <title>{t`Checkout | ${title}`}</title>
      <MembersOnly
        askToSignIn
        waiting={
          <>
            <Heading left={null} />
            <CheckoutSkeleton />
          </>
        }
      >
        <CheckoutScreen />
      </MembersOnly>
    </div>
  );
}

/** CK-01..CK-39. The countdown belongs to the visit, so it runs while things load; it shows once there is something to confirm. */
function CheckoutScreen() {
  const navigate = useNavigate();
  const { data, failed, retry } = useCheckoutData();
  const { t } = useLingui();
  const loading = useLoaders((loaders) => loaders.checkout !== null);
  const entries = useGiftCards((state) => state.entries);
  const lines = data ? lineRows(data.cart, data.products).length : 0;
  const empty = Object.keys(entries).length + lines === 0;
  const { left, cancel } = useCountdown(() => {
    if (empty) return;
    const seller = data?.seller ?? useSellers.getState().last;
    announce(t`Time is up. Your cards are kept.`);
    void navigate(afterCountdown(seller), { replace: true });
  });
  return (
    <>
      <Heading left={empty ? null : left} />
      {data && <CheckoutForm data={data} cancelTimer={cancel} />}
      {!data && (loading || !failed) && <CheckoutSkeleton />}
      {!data && !loading && failed && <Failed onRetry={retry} />}
    </>
  );
}

function Heading({ left }: { left: number | null }) {
  return (
    <div className="flex min-h-20 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4 sm:pt-8">
      <h1 className="text-25 sm:text-32">
        <Trans>Checkout</Trans>
      </h1>
      <Countdown left={left} />
    </div>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const { t } = useLingui();
  return (
    <EmptyState
      picture={<Icon name="offline" className="size-16" />}
      title={t`Your order could not be loaded`}
      text={t`Nothing is lost and nothing was paid.`}
    >
      <Button onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </EmptyState>
  );
}
