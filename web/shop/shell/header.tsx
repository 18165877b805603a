import { Link } from 'react-router';
import { brand } from '../../brand/brand.ts';
import { openPopup, setMenu, usePopups } from '../../state/popups.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { CartButton } from './cart-button.tsx';
import type { Chrome } from './chrome.ts';
import { Logo } from './logo.tsx';
import { SecureMobileMark } from './secure-mobile-mark.tsx';
import { usePageSeller } from './seller-of-page.ts';

/** HD-01..HD-13. */
export function Header({ kind }: { kind: Exclude<Chrome['header'], 'none'> }) {
  const seller = usePageSeller();
  const title = kind === 'product' && seller ? seller.name : brand.title;
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper/95 backdrop-blur-sm">
      <div className="page flex h-(--header-height) items-center gap-1">
        {kind === 'registration' ? (
          <RegistrationHeader />
        ) : (
          <>
            <MenuButton />
            <Link to="/browse" className="flex min-h-12 min-w-0 grow items-center gap-2 rounded-control px-1">
              <Logo />
              <span className="truncate font-display text-20 font-bold tracking-tight">{title}</span>
            </Link>
            {kind !== 'gift-card' && <CartButton />}
          </>
        )}
      </div>
    </header>
  );
}

function MenuButton() {
  const open = usePopups((state) => state.menu);
  return (
    <IconButton
      label="Menu"
      aria-haspopup="dialog"
      aria-expanded={open}
      onClick={() => setMenu(true)}
      className="-ml-3"
    >
      <Icon name="menu" />
    </IconButton>
  );
}

function RegistrationHeader() {
  return (
    <>
      <span className="grow font-display text-20 font-bold tracking-tight">Registration</span>
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
