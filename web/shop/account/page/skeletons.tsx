import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { BESIDE_FACTS } from './good-to-know.tsx';

/** Spans the newest order, and a last order without a neighbour, over both columns. */
export const ORDERS = 'grid gap-4 @3xl:grid-cols-2 @3xl:*:first:col-span-2 @3xl:*:last:even:col-span-2';
export const ORDER =
  'flex flex-col overflow-hidden rounded-card border border-line bg-surface @lg:flex-row @lg:items-stretch';
export const SHELF =
  'flex h-28 shrink-0 items-center justify-center gap-3 overflow-hidden bg-accent-soft px-4 ' +
  '@lg:h-auto @lg:w-2/5 @lg:flex-wrap @lg:content-center @lg:p-5';

const card = 'rounded-card border border-line bg-surface p-5';

export const detailsGrid = 'grid gap-3 sm:gap-4 md:grid-cols-2 md:items-start';
export const detailsCell = 'relative rounded-card border border-line bg-surface p-4 pl-14 sm:p-5 sm:pl-15';

const repeatElement = (count: number, shape: (index: number) => ReactNode) =>
  Array.from({ length: count }, (_, index) => shape(index));

function Waiting({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">
        <Trans>Loading</Trans>
      </span>
      {children}
    </div>
  );
}

export function OrdersWaiting() {
  return (
    <Waiting className="@container">
      <div className={ORDERS}>
        {repeatElement(2, (index) => (
          <div key={index} className="@container">
            <div className={ORDER}>
              <div className={SHELF} />
              <div className="grow p-5 pt-4 @lg:pt-5">
                <div className="flex justify-between">
                  <Skeleton className="h-6 w-28" />
                  <Skeleton className="h-6 w-20" />
                </div>
                <Skeleton className="mt-2 h-6 w-full" />
                <Skeleton className="mt-3 h-5 w-3/5" />
                <Skeleton className="mt-4 h-5 w-32" />
                <Skeleton className="mt-2 h-4 w-44" />
                <Skeleton className="mt-5 h-12 w-full" />
              </div>
            </div>
          </div>
        ))}
      </div>
    </Waiting>
  );
}

function AddressShape() {
  return (
    <div className={card}>
      <Skeleton className="h-5 w-36" />
      <Skeleton className="mt-4 h-4 w-28" />
      <Skeleton className="mt-2.5 h-4 w-32" />
      <Skeleton className="mt-2.5 h-4 w-40" />
      <Skeleton className="mt-2.5 h-4 w-44" />
    </div>
  );
}

export const ADDRESS_COLUMNS = 'sm:grid-cols-2';

export function AddressesWaiting({ className = ADDRESS_COLUMNS }: { className?: string }) {
  return (
    <Waiting>
      <Skeleton className="h-6 w-48" />
      <div className={`mt-3 grid gap-4 ${className}`}>
        {repeatElement(2, (index) => (
          <AddressShape key={index} />
        ))}
      </div>
    </Waiting>
  );
}

export function SavedCardsWaiting() {
  return (
    <Waiting className={BESIDE_FACTS}>
      <div className="grid gap-x-5 gap-y-6 sm:grid-cols-2">
        {repeatElement(2, (index) => (
          <div key={index} className={`mb-13 flex aspect-[1.7] flex-col justify-between ${card}`}>
            <Skeleton className="h-7 w-12 self-end" />
            <Skeleton className="h-6 w-3/4" />
          </div>
        ))}
      </div>
      <div className="h-52 rounded-card bg-sunken" />
    </Waiting>
  );
}

export function GiftCardsWaiting() {
  return (
    <Waiting className={BESIDE_FACTS}>
      <div className="grid gap-5 sm:grid-cols-2">
        {repeatElement(2, (index) => (
          <div key={index} className="overflow-hidden rounded-card border border-line bg-surface">
            <div className="aspect-[1/0.57] bg-accent-soft" />
            <div className="space-y-3 p-5 pt-7">
              <Skeleton className="h-5 w-36" />
              <Skeleton className="h-9 w-28" />
              <Skeleton className="h-5 w-44" />
            </div>
          </div>
        ))}
      </div>
      <div className="h-52 rounded-card bg-sunken" />
    </Waiting>
  );
}

export function DetailsWaiting() {
  return (
    <Waiting className={detailsGrid}>
      {repeatElement(3, (index) => (
        <div key={index} className={detailsCell}>
          <Skeleton className="absolute top-5 left-4 size-6 sm:left-5" />
          <Skeleton className="mb-2 h-4 w-20" />
          <Skeleton className="h-5 w-3/5" />
        </div>
      ))}
    </Waiting>
  );
}

export function OrderWaiting() {
  return (
    <Waiting className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_19rem] xl:gap-8">
      <div className="space-y-6">
        <div className={card}>
          <Skeleton className="h-4 w-24" />
          <Skeleton className="mt-2 h-7 w-40" />
          <Skeleton className="mt-2 h-4 w-52" />
        </div>
        <Skeleton className="h-6 w-20" />
        {repeatElement(2, (index) => (
          <div key={index} className={`flex gap-4 ${card}`}>
            <Skeleton className="h-18 w-28 shrink-0" />
            <div className="grow space-y-2.5">
              <Skeleton className="h-5 w-3/5" />
              <Skeleton className="h-4 w-2/5" />
              <Skeleton className="h-5 w-4/5" />
            </div>
          </div>
        ))}
      </div>
      <div className={`self-start space-y-3 ${card}`}>
        <Skeleton className="h-5 w-24" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-6 w-full" />
      </div>
    </Waiting>
  );
}
