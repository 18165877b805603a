import { Trans, useLingui } from '@lingui/react/macro';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import type { Seller } from '#contract/catalogue.ts';
import { brand } from '#web/shared/brand/brand.ts';
import { Logo } from '#web/shared/brand/logo.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { useWide } from '#web/ui/view/use-wide.ts';
import { usePageSeller } from '../queries/page-seller.ts';
import { useSession } from '../session/session.ts';
import { openPopup, setMenu, usePopups } from '../state/popups.ts';
import { sellerPath } from '../state/sellers.ts';
import { CartButton } from './cart-button.tsx';
import type { Chrome } from './chrome.ts';
import { SecureMobileMark } from './secure-mobile-mark.tsx';

export function Header({ kind, search }: { kind: Exclude<Chrome['header'], 'none'>; search: boolean }) {
  const seller = usePageSeller();
  const wide = useWide();
  return (
    <header className="sticky top-0 z-30 border-b print:hidden border-line bg-paper/95 backdrop-blur-sm">
      <div className="page flex h-(--header-height) items-center gap-1">
        {kind === 'registration' ? (
          <RegistrationHeader />
        ) : (
          <>
            <MenuButton />
            {kind === 'product' && seller ? <OfSeller seller={seller} /> : <OfShop />}
            {wide && <CategoriesButton />}
            {search && <SearchEntry />}
            {wide && <AccountEntry />}
            {kind !== 'gift-card' && <CartButton />}
          </>
        )}
      </div>
    </header>
  );
}

/** Caps the font size, so that two lines fit beside the buttons. */
const name = 'line-clamp-2 font-display text-[min(1.25rem,4.6vw)] leading-tight font-bold tracking-tight';

function OfShop() {
  return (
    <Link to="/browse" prefetch="intent" className="flex min-h-12 min-w-0 grow items-center gap-2 rounded-control px-1">
      <Logo />
      <span className={name}>{brand.title}</span>
    </Link>
  );
}

function OfSeller({ seller }: { seller: Seller }) {
  return (
    <div className="flex min-w-0 grow items-center">
      <Link
        to="/browse"
        prefetch="intent"
        aria-label={brand.title}
        className="grid size-[48px] shrink-0 place-items-center rounded-control"
      >
        <Logo />
      </Link>
      <Link
        to={sellerPath(seller)}
        prefetch="intent"
        className="flex min-h-12 min-w-0 items-center rounded-control px-1"
      >
        <span className={name}>{seller.name}</span>
      </Link>
    </div>
  );
}

const entry =
  'inline-flex min-h-12 shrink-0 items-center gap-2 rounded-full px-4 text-15 font-semibold hover:bg-sunken';

function CategoriesButton() {
  return (
    <button type="button" aria-haspopup="dialog" onClick={() => setMenu(true)} className={entry}>
      <Trans>Categories</Trans>
    </button>
  );
}

function AccountEntry() {
  const { t } = useLingui();
  const signedIn = useSession((session) => session.is_signed_in);
  if (signedIn) {
    return (
      <Link to="/account" prefetch="intent" aria-label={t`Your account`} className={entry}>
        <Icon name="person" className="size-[24px]" />
      </Link>
    );
  }
  return (
    <button type="button" aria-haspopup="dialog" onClick={() => openPopup({ kind: 'sign-in' })} className={entry}>
      <Icon name="person" className="size-[24px]" />
      <Trans>Sign In</Trans>
    </button>
  );
}

function MenuButton() {
  const { t } = useLingui();
  const open = usePopups((state) => state.menu);
  return (
    <IconButton
      label={t`Menu`}
      aria-haspopup="dialog"
      aria-expanded={open}
      onClick={() => setMenu(true)}
      className="-ml-[12px]"
    >
      <Icon name="menu" />
    </IconButton>
  );
}

function RegistrationHeader() {
  return (
    <>
      <span className="min-w-0 grow font-display text-[min(1.25rem,5.6vw)] font-bold tracking-tight">
        <Trans>Registration</Trans>
      </span>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => openPopup({ kind: 'secure-mobile' })}
        className="min-h-12 rounded-control px-1"
      >
        <SecureMobileMark />
      </button>
    </>
  );
}

/** Uses a link, which works before the scripts load. */
function SearchEntry() {
  function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    openPopup({ kind: 'search' });
  }
  return (
    <Link
      to="/search"
      onClick={open}
      aria-haspopup="dialog"
      className="inline-flex size-[48px] shrink-0 items-center justify-center gap-2.5 rounded-full text-muted hover:bg-sunken lg:h-12 lg:w-[21rem] lg:justify-start lg:border lg:border-edge lg:bg-surface lg:px-4"
    >
      <Icon name="search" className="size-[24px] text-ink lg:size-5 lg:text-muted" />
      <span className="sr-only text-15 lg:not-sr-only lg:truncate">
        <Trans>Search gifts, sellers, categories</Trans>
      </span>
    </Link>
  );
}
