import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { brand } from '#web/shared/brand/brand.ts';
import { LanguageChoice } from '#web/shared/languages/language-choice.tsx';
import { Icon, type IconName } from '#web/ui/icons.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { AccountNav } from '../account/page/account-nav.tsx';
import { categoriesQuery } from '../queries/catalogue.ts';
import { useSession } from '../session/session.ts';
import { signOut } from '../session/sign-out.ts';
import { openPopup, setMenu } from '../state/popups.ts';
import { CategoryTree } from './category-tree.tsx';

const row = 'flex min-h-12 w-full items-center gap-3 rounded-control px-3 py-2 text-left text-17 hover:bg-sunken';

export function MenuTab() {
  const { t } = useLingui();
  const { data, isPending } = useQuery({ ...categoriesQuery, meta: { background: true } });
  return (
    <nav aria-label={t`Menu`}>
      <Link to="/browse" prefetch="intent" onClick={() => setMenu(false)} className={row}>
        <Icon name={brand.id === 'giftcard' ? 'gift' : 'box'} className="text-accent" />
        <span className="font-semibold">
          <Trans>Browse</Trans>
        </span>
      </Link>
      {isPending && <TreeSkeleton />}
      {data && <CategoryTree categories={data} />}
      <hr className="my-2 border-line" />
      <Link to="/help" prefetch="intent" onClick={() => setMenu(false)} className={row}>
        <Icon name="mail" className="text-muted" />
        <Trans>Help</Trans>
      </Link>
      {/* The footer has the same links, but it is far down on pages with long lists. */}
      <div className="px-3 text-15 text-muted">
        <MenuTextLink to="/privacy">
          <Trans>Privacy Policy</Trans>
        </MenuTextLink>
        <MenuTextLink to="/terms">
          <Trans>Terms &amp; Conditions</Trans>
        </MenuTextLink>
        <LanguageChoice />
      </div>
    </nav>
  );
}

function MenuTextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      prefetch="intent"
      onClick={() => setMenu(false)}
      className="mr-5 inline-flex min-h-12 items-center underline underline-offset-4"
    >
      {children}
    </Link>
  );
}

function TreeSkeleton() {
  return (
    <div aria-busy="true" className="space-y-6 px-3 py-4">
      {['w-32', 'w-40', 'w-24', 'w-36', 'w-28'].map((width) => (
        <Skeleton key={width} className={`h-5 ${width}`} />
      ))}
    </div>
  );
}

export function AccountTab() {
  const { t } = useLingui();
  const signedIn = useSession((session) => session.is_signed_in);
  const navigate = useNavigate();
  if (!signedIn) {
    return (
      <>
        <MenuAction icon="person" label={t`Sign In`} onClick={() => openPopup({ kind: 'sign-in' })} />
        <p className="px-3 pt-2 text-15 text-muted">
          <Trans>No password: a code by text message is all it takes.</Trans>
        </p>
      </>
    );
  }
  function leave() {
    signOut();
    setMenu(false);
    void navigate('/browse');
  }
  return (
    <>
      <AccountNav as="list" />
      <hr className="my-2 border-line" />
      <MenuAction icon="signOut" label={t`Sign Out`} onClick={leave} />
    </>
  );
}

function MenuAction({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) {
  return (
    <button type="button" onClick={onClick} className={row}>
      <Icon name={icon} className="text-muted" />
      {label}
    </button>
  );
}
