import { type ReactNode, useEffect, useRef } from 'react';
import { brand } from '../../brand/brand.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AccountNav } from '../shell/account-nav.tsx';
import { MembersOnly } from '../shell/guards.tsx';

/** Every page of the account area: for members, the sub-navigation on top (OQ-021), one heading. */
export function AccountPage({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const navigation = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const here = navigation.current?.querySelector('[aria-current=page]');
    here?.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' });
  }, []);
  return (
    <div className="page pb-12">
      <title>{`${title} | ${brand.title}`}</title>
      <div ref={navigation}>
        <AccountNav as="row" />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3 pt-2 pb-5 sm:pt-6">
        <h1 className="text-32">{title}</h1>
        {aside}
      </div>
      <MembersOnly waiting={<CardsSkeleton />}>{children}</MembersOnly>
    </div>
  );
}

/** While the page's cards are on their way. */
export function CardsSkeleton({ count = 2 }: { count?: number }) {
  return (
    <div role="status" className="grid gap-4 sm:grid-cols-2">
      <span className="sr-only">Loading</span>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes without identity.
        <div key={at} className="space-y-2 rounded-card border border-line bg-surface p-5">
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="h-4 w-3/4" />
        </div>
      ))}
    </div>
  );
}
