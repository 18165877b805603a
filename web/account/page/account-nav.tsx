import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Link, useLocation } from 'react-router';
import { Translated } from '../../languages/translated.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';

type Page = {
  to: string;
  label: MessageDescriptor;
  icon: IconName;
  /** Screens that belong to this page, by the beginning of their path. */
  holds?: string;
};

const pages: Page[] = [
  { to: '/account', label: msg`My Account`, icon: 'person' },
  { to: '/account/addressinformation', label: msg`Address Information`, icon: 'home', holds: '/account/addaddress' },
  { to: '/account/personaldetails', label: msg`Personal Details`, icon: 'edit' },
  { to: '/account/savedcards', label: msg`Saved Cards`, icon: 'card' },
  { to: '/account/giftcards', label: msg`My gift cards`, icon: 'gift' },
  { to: '/account/orders', label: msg`Your Orders`, icon: 'box', holds: '/account/order/' },
];

/** Which page the customer is on: 'page' is that very page, 'true' a screen within it. */
function currentOf({ to, holds }: Page, pathname: string): 'page' | 'true' | undefined {
  if (pathname.replace(/\/$/, '') === to) return 'page';
  return holds && pathname.startsWith(holds) ? 'true' : undefined;
}

/**
 * A list in the side menu; on account pages a row that scrolls at the top, on wide screens a column
 * beside the page.
 */
export function AccountNav({ as }: { as: 'list' | 'row' }) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const row = as === 'row';
  return (
    <nav
      aria-label={t`Account`}
      className={classes(
        row &&
          '-mx-(--gutter) overflow-x-auto px-(--gutter) [scrollbar-width:none] lg:mx-0 lg:overflow-visible lg:px-0',
      )}
    >
      <ul className={classes('flex', row ? 'w-max gap-2 py-3 lg:w-full lg:flex-col lg:gap-1 lg:py-0' : 'flex-col')}>
        {pages.map((page) => {
          const current = currentOf(page, pathname);
          return (
            <li key={page.to}>
              <Link
                prefetch="intent"
                to={page.to}
                aria-current={current}
                className={classes(
                  'flex min-h-12 items-center gap-3 text-17',
                  (row ? rowClasses : listClasses)(!!current),
                )}
              >
                <Icon
                  name={page.icon}
                  className={classes(row && 'hidden lg:block', row && current ? 'text-accent' : 'text-muted')}
                />
                <Translated message={page.label} />
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

const listClasses = (current: boolean) =>
  classes('rounded-control px-3 py-2', current ? 'bg-sunken font-semibold' : 'hover:bg-sunken');

/** Pills on a phone, lines of a column where there is room. */
const rowClasses = (current: boolean) =>
  classes(
    'rounded-full border px-4 font-semibold lg:rounded-control lg:text-15 lg:border-transparent lg:px-3',
    current
      ? 'border-accent bg-accent-soft text-ink'
      : 'border-line bg-surface text-muted lg:bg-transparent lg:text-ink lg:hover:bg-sunken',
  );
