import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { brand } from '../../brand/brand.ts';
import { openPopup, setMenu, usePopups } from '../../state/popups.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { CartButton } from './cart-button.tsx';
import type { Chrome } from './chrome.ts';
import { Logo } from './logo.tsx';
import { SearchEntry } from './search-entry.tsx';
import { SecureMobileMark } from './secure-mobile-mark.tsx';
import { usePageSeller } from './seller-of-page.ts';

/** HD-01..HD-13. */
export function Header({ kind, search }: { kind: Exclude<Chrome['header'], 'none'>; search: boolean }) {
  const seller = usePageSeller();
  const title = kind === 'product' && seller ? seller.name : brand.title;
  return (
    <header className="sticky top-0 z-30 border-b print:hidden border-line bg-paper/95 backdrop-blur-sm">
      <div className="page flex h-(--header-height) items-center gap-1">
        {kind === 'registration' ? (
          <RegistrationHeader />
        ) : (
          <>
            <MenuButton />
            <Link
              to="/browse"
              prefetch="intent"
              className="flex min-h-12 min-w-0 grow items-center gap-2 rounded-control px-1"
            >
              <Logo />
              {/* With large text the name grows only as far as its two lines have room beside the buttons. */}
              <span className="line-clamp-2 font-display text-[min(1.25rem,6.2vw)] leading-tight font-bold tracking-tight">
                {title}
              </span>
            </Link>
            {search && <SearchEntry />}
            {kind !== 'gift-card' && <CartButton />}
          </>
        )}
      </div>
    </header>
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
      <span className="grow font-display text-20 font-bold tracking-tight">
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
