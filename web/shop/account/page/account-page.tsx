import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { brand } from '#web/shared/brand/brand.ts';
import { Icon } from '#web/ui/icons.tsx';
import { CustomersOnly } from '../../session/guards.tsx';
import { ProveAccount } from '../../sign-in/proof/prove-account.tsx';
import { AccountNav, type PageCounts } from './account-nav.tsx';
import { CardsSkeleton } from './cards-skeleton.tsx';

type AccountPageProps = {
  title: string;
  aside?: ReactNode;
  backLink?: { to: string; text: ReactNode } | undefined;
  waiting?: ReactNode;
  counts?: PageCounts;
  children: ReactNode;
};

export function AccountPage(props: AccountPageProps) {
  const { title, aside, backLink, waiting = <CardsSkeleton />, counts = {}, children } = props;
  const navigation = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const currentLink = navigation.current?.querySelector('[aria-current]');
    currentLink?.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' });
  }, []);
  return (
    <div className="page pb-12 lg:grid lg:grid-cols-[16rem_minmax(0,1fr)] lg:items-start lg:gap-10 lg:pt-10">
      <title>{`${title} | ${brand.title}`}</title>
      <div ref={navigation} className="lg:sticky lg:top-[calc(var(--header-height)+2.5rem)] print:hidden">
        <AccountNav as="page" counts={counts} />
      </div>
      <div className="min-w-0">
        {backLink && (
          <Link
            prefetch="intent"
            to={backLink.to}
            className="-ml-2 inline-flex min-h-12 items-center gap-1 rounded-control px-2 text-15 font-semibold text-accent hover:bg-accent-soft lg:-mt-3"
          >
            <Icon name="back" className="size-5" />
            {backLink.text}
          </Link>
        )}
        <div className="flex flex-wrap items-center justify-between gap-3 pt-2 pb-5 sm:pt-6 lg:pt-0">
          <h1 className="text-32">{title}</h1>
          {aside}
        </div>
        <CustomersOnly waiting={waiting}>
          <ProveAccount />
          {children}
        </CustomersOnly>
      </div>
    </div>
  );
}
