import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { categoriesQuery } from '../../api/queries.ts';
import { signOut } from '../../api/sign-out.ts';
import { brand } from '../../brand/brand.ts';
import { openPopup, setMenu, usePopups } from '../../state/popups.ts';
import { useSession } from '../../state/session.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';
import { Sheet, SheetTitle } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AccountNav } from './account-nav.tsx';
import { CategoryTree } from './category-tree.tsx';
import { Logo } from './logo.tsx';

const row = 'flex min-h-12 w-full items-center gap-3 rounded-control px-3 text-left text-17 hover:bg-sunken';

/** MN-01..MN-17. Closes on every route change, the Menu tab opens first (OQ-022). */
export function SideMenu() {
  const open = usePopups((state) => state.menu);
  if (!open) return null;
  return (
    <Sheet from="side" onClose={() => setMenu(false)}>
      <div className="flex items-center gap-2 px-4 pt-4 pb-2">
        <Logo />
        <SheetTitle className="truncate text-20">{brand.title}</SheetTitle>
      </div>
      <Tabs
        label="Menu and account"
        tabs={[
          { id: 'menu', label: 'Menu', content: <MenuTab /> },
          { id: 'account', label: 'Account', content: <AccountTab /> },
        ]}
      />
    </Sheet>
  );
}

function MenuTab() {
  const { data, isPending } = useQuery(categoriesQuery);
  return (
    <nav aria-label="Menu" className="p-2">
      <Link to="/browse" onClick={() => setMenu(false)} className={row}>
        <Icon name={brand.id === 'giftcard' ? 'gift' : 'box'} className="text-accent" />
        <span className="font-semibold">Browse</span>
      </Link>
      {isPending && <TreeSkeleton />}
      {data && <CategoryTree categories={data} />}
    </nav>
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

function AccountTab() {
  const signedIn = useSession((session) => session.is_signed_in);
  const navigate = useNavigate();
  if (!signedIn) {
    return (
      <div className="p-2">
        <MenuAction icon="person" label="Sign In" onClick={() => openPopup({ kind: 'sign-in' })} />
        <p className="px-3 pt-2 text-15 text-muted">No password: a code by text message is all it takes.</p>
      </div>
    );
  }
  function leave() {
    signOut();
    setMenu(false);
    void navigate('/browse');
  }
  return (
    <div className="p-2">
      <AccountNav as="list" />
      <hr className="my-2 border-line" />
      <MenuAction icon="signOut" label="Sign Out" onClick={leave} />
    </div>
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
