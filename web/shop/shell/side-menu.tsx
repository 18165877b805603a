import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { brand } from '#web/shared/brand/brand.ts';
import { Logo } from '#web/shared/brand/logo.tsx';
import { Sheet, SheetTitle } from '#web/ui/sheet/sheet.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { lazyComponent } from '../popups/lazy-component.tsx';
import { setMenu, usePopups } from '../state/popups.ts';

const MenuTab = lazyComponent(() => import('./menu-tabs.tsx').then((file) => file.MenuTab));
const AccountTab = lazyComponent(() => import('./menu-tabs.tsx').then((file) => file.AccountTab));

export function SideMenu() {
  const { t } = useLingui();
  const open = usePopups((state) => state.menu);
  if (!open) return null;
  return (
    <Sheet from="side" onClose={() => setMenu(false)}>
      <div className="flex min-h-14 items-center gap-2 px-4 pt-3 pb-2">
        <Logo />
        <SheetTitle className="text-20! leading-tight">{brand.title}</SheetTitle>
      </div>
      <Tabs
        label={t`Menu and account`}
        tabs={[
          { id: 'menu', label: t`Menu`, content: wrapTab(<MenuTab />) },
          { id: 'account', label: t`Account`, content: wrapTab(<AccountTab />) },
        ]}
      />
    </Sheet>
  );
}

const wrapTab = (content: ReactNode) => <div className="p-2">{content}</div>;
