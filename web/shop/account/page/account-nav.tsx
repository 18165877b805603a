import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Link, useLocation } from 'react-router';
import { Translated } from '#web/shared/languages/translated.tsx';
import { classes } from '#web/ui/classes.ts';
import { Icon, type IconName } from '#web/ui/icons.tsx';

type Page = {
  to: string;
  label: MessageDescriptor;
  icon: IconName;
  holds?: string;
};

const home: Page = { to: '/account', label: msg`My Account`, icon: 'person' };
const pages: Page[] = [
  home,
  { to: '/account/addressinformation', label: msg`Address Information`, icon: 'home', holds: '/account/addaddress' },
  { to: '/account/personaldetails', label: msg`Personal Details`, icon: 'edit' },
  { to: '/account/savedcards', label: msg`Saved Cards`, icon: 'card' },
  { to: '/account/giftcards', label: msg`Your Gift Cards`, icon: 'gift' },
  { to: '/account/orders', label: msg`Your Orders`, icon: 'box', holds: '/account/order/' },
];

/** Returns the aria-current of a page: 'page' for the page itself, 'true' for screens within it. */
function resolveAriaCurrent({ to, holds }: Page, pathname: string): 'page' | 'true' | undefined {
  if (pathname.replace(/\/$/, '') === to) return 'page';
  return holds && pathname.startsWith(holds) ? 'true' : undefined;
}

export type PageCounts = Record<string, number | undefined>;
type AccountNavProps = { as: 'list' | 'page'; counts?: PageCounts };

export function AccountNav({ as, counts = {} }: AccountNavProps) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const look = as === 'list' ? LIST : resolveAriaCurrent(home, pathname) ? TILES : ROW;
  return (
    <nav aria-label={t`Account`} className={look.nav}>
      <ul className={look.pages}>
        {pages.map((page) => {
          const current = resolveAriaCurrent(page, pathname);
          const count = counts[page.to] ?? 0;
          return (
            <li key={page.to}>
              <Link
                prefetch="intent"
                to={page.to}
                aria-current={current}
                className={classes('flex min-h-12 items-center gap-3', look.page, current ? look.here : look.elsewhere)}
              >
                <Icon
                  name={page.icon}
                  className={classes(look.icon, as === 'page' && current ? 'text-accent' : 'text-muted')}
                />
                <span className="min-w-0 hyphens-auto wrap-anywhere">
                  <Translated message={page.label} />
                  {count > 0 && (
                    <span aria-hidden="true" className="ml-1.5 font-normal text-muted tabular lg:hidden">
                      {count}
                    </span>
                  )}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

const LIST = {
  nav: '',
  pages: 'flex flex-col',
  page: 'rounded-control px-3 py-2 text-17',
  icon: '',
  here: 'bg-sunken font-semibold',
  elsewhere: 'hover:bg-sunken',
};

const COLUMN = 'lg:flex lg:w-full lg:flex-col lg:gap-1 lg:py-0';
const IN_COLUMN = 'border font-semibold lg:rounded-control lg:border-transparent lg:px-3 lg:text-15';
const HERE = 'border-accent bg-accent-soft text-ink';
const ELSEWHERE = 'border-line bg-surface lg:bg-transparent lg:text-ink lg:hover:bg-sunken';

const TILES = {
  nav: '',
  pages: `grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-2 py-3 ${COLUMN}`,
  page: `h-full rounded-control px-3 py-2 text-15 ${IN_COLUMN}`,
  icon: '',
  here: HERE,
  elsewhere: ELSEWHERE,
};

const ROW = {
  nav:
    '-mx-(--gutter) overflow-x-auto px-(--gutter) [scrollbar-width:none] lg:mx-0 lg:overflow-visible lg:px-0 ' +
    'max-lg:mask-x-from-[calc(100%-var(--gutter))]',
  pages: `flex w-max gap-2 py-3 ${COLUMN}`,
  page: `rounded-full px-4 text-17 ${IN_COLUMN}`,
  icon: 'hidden lg:block',
  here: HERE,
  elsewhere: `text-muted ${ELSEWHERE}`,
};
