import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { brand } from '#web/shared/brand/brand.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { CustomersOnly } from '../session/guards.tsx';
import { useSession } from '../session/session.ts';
import { findAwaitedOrder } from '../state/checkout/awaited-order.ts';
import { useGiftCards } from '../state/gift-cards.ts';
import { useLoaders } from '../state/loaders.ts';
import { useSellers } from '../state/sellers.ts';
import { showToast } from '../state/toasts.ts';
import { CheckoutForm } from './checkout-form.tsx';
import { Countdown, useCountdown } from './confirm-in.tsx';
import { pathAfterCountdown } from './countdown.ts';
import { useFirstForms } from './first-forms.ts';
import { restorePaidOrder } from './placed/placed-order.ts';
import { lineRows } from './summary/summary.ts';
import { useCheckoutData } from './use-checkout-data.ts';

export default function Checkout() {
  const { t } = useLingui();
  const { title } = brand;
  return (
    <div className="page flex grow flex-col">
      <title>{t`Checkout | ${title}`}</title>
      <CustomersOnly
        waiting={
          <>
            <Heading left={null} />
            <CheckoutSkeleton />
          </>
        }
      >
        <CheckoutScreen />
      </CustomersOnly>
    </div>
  );
}

function CheckoutScreen() {
  const navigate = useNavigate();
  const { data: loaded, failed, retry } = useCheckoutData();
  const data = useFirstForms(loaded) ? loaded : null;
  const { t } = useLingui();
  const loading = useLoaders((loaders) => loaders.checkout !== null);
  const giftCards = useGiftCards((state) => state.giftCards);
  const lines = data ? lineRows(data.cart, data.products).length : 0;
  const empty = Object.keys(giftCards).length + lines === 0;
  const { left, cancel } = useCountdown(() => {
    // Stay here during a submit, which cancels the countdown itself once the card is accepted.
    if (empty || useLoaders.getState().global) return false;
    const seller = data?.seller ?? useSellers.getState().last;
    showToast(t`Time is up. Your cart is kept.`);
    void navigate(pathAfterCountdown(seller), { replace: true });
    return true;
  });
  // Redirects after a reload during payment, or while the outcome of an earlier order is unknown.
  useEffect(() => {
    if (restorePaidOrder() || findAwaitedOrder(useSession.getState().mobile))
      void navigate('/success', { replace: true });
  }, [navigate]);
  return (
    <>
      <Heading left={empty ? null : left} />
      {data && <CheckoutForm data={data} cancelTimer={cancel} />}
      {!data && (loading || loaded || !failed) && <CheckoutSkeleton />}
      {!loaded && !loading && failed && <Failed onRetry={retry} />}
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
      {left !== null && (
        <p className="basis-full text-13 text-muted">
          <Trans>We’re holding these prices for you. Your cart stays if time runs out.</Trans>
        </p>
      )}
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

function CheckoutSkeleton() {
  return (
    <div
      role="status"
      data-checkout-loader
      className="grid gap-8 md:grid-cols-[minmax(0,1fr)_20rem] lg:grid-cols-[minmax(0,1fr)_25rem] lg:gap-x-8"
    >
      <span className="sr-only">
        <Trans>Loading your order</Trans>
      </span>
      <div className="space-y-4 rounded-card border border-line bg-surface p-5 md:order-last">
        <Skeleton className="h-6 w-32" />
        <div className="flex gap-3">
          <Skeleton className="h-13 w-20" />
          <Skeleton className="h-13 grow" />
        </div>
        <Skeleton className="h-5 w-full" />
      </div>
      <div className="space-y-8 md:space-y-5">
        <Block />
        <Block />
        <Skeleton className="h-12 w-full md:hidden" />
      </div>
    </div>
  );
}

function Block() {
  return (
    <div className="space-y-3 md:rounded-card md:border md:border-line md:bg-surface md:p-6">
      <Skeleton className="h-6 w-48" />
      <Skeleton className="h-20 w-full rounded-card" />
    </div>
  );
}
