import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { showMobile } from '#contract/rules/customer/mobile.ts';
import { Icon } from '#web/ui/icons.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { customerQuery } from '../queries/customer.ts';

export function Greeting() {
  const { data } = useQuery(customerQuery);
  const firstname = data?.firstname ?? '';
  return (
    <Link
      to="/account/personaldetails"
      className="flex flex-wrap items-center gap-4 rounded-card border border-line bg-surface p-5 hover:bg-sunken"
    >
      <span
        aria-hidden="true"
        className="grid size-14 shrink-0 place-items-center rounded-full bg-accent-soft font-display text-[calc(var(--spacing)*5)] font-bold text-accent"
      >
        {data ? initials(data) : ''}
      </span>
      <span className="min-w-0 grow basis-[10rem]">
        {data ? (
          <>
            <span className="block font-display text-20 font-bold wrap-anywhere">
              <Trans>Hello, {firstname}</Trans>
            </span>
            <span className="block text-15 text-muted wrap-anywhere">{data.email}</span>
            <span className="block text-15 text-muted tabular">{showMobile(data.mobile)}</span>
          </>
        ) : (
          <span className="block space-y-2">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="h-4 w-56" />
            <Skeleton className="h-4 w-32" />
          </span>
        )}
      </span>
      <span className="sr-only">
        <Trans>Personal Details</Trans>
      </span>
      <Icon name="forward" className="ml-auto size-5 text-muted" />
    </Link>
  );
}

function initials({ firstname, lastname }: { firstname: string; lastname: string }): string {
  const words = [firstname, lastname.trim().split(/\s+/).at(-1) ?? ''];
  return words.map((word) => [...word.trim()][0]?.toLocaleUpperCase() ?? '').join('');
}
