import { useNavigate } from 'react-router';
import { brand } from '../../brand/brand.ts';
import { announce } from '../../state/announcements.ts';
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
import { useCheckoutData } from './use-checkout-data.ts';

export default function Checkout() {
  return (
    <div className="page flex grow flex-col">
      <title>{`Checkout | ${brand.title}`}</title>
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

/** CK-01..CK-39. The countdown belongs to the visit, so it runs while things load. */
function CheckoutScreen() {
  const navigate = useNavigate();
  const { data, failed, retry } = useCheckoutData();
  const loading = useLoaders((loaders) => loaders.checkout !== null);
  const { left, cancel } = useCountdown(() => {
    const seller = data?.seller ?? useSellers.getState().last;
    announce('Time is up. Your cards are kept.');
    void navigate(afterCountdown(seller), { replace: true });
  });
  return (
    <>
      <Heading left={left} />
      {data && <CheckoutForm data={data} cancelTimer={cancel} />}
      {!data && (loading || !failed) && <CheckoutSkeleton />}
      {!data && !loading && failed && <Failed onRetry={retry} />}
    </>
  );
}

function Heading({ left }: { left: number | null }) {
  return (
    <div className="flex min-h-20 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4 sm:pt-8">
      <h1 className="text-25 sm:text-32">Checkout</h1>
      <Countdown left={left} />
    </div>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      picture={<Icon name="offline" className="size-16" />}
      title="Your order could not be loaded"
      text="Nothing is lost and nothing was paid."
    >
      <Button onClick={onRetry}>Try again</Button>
    </EmptyState>
  );
}
