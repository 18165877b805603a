import { Trans } from '@lingui/react/macro';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The checkout loader (ST-077), in the shape of what comes. */
export function CheckoutSkeleton() {
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
