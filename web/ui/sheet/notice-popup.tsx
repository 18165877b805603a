import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icons.tsx';
import { SheetTitle } from './sheet.tsx';

type NoticePopupProps = { icon: IconName; title: string; children: ReactNode; action?: ReactNode };

export function NoticePopup({ icon, title, children, action }: NoticePopupProps) {
  return (
    <div className="flex flex-col gap-4">
      <span className="grid size-14 place-items-center rounded-full bg-accent-soft text-accent">
        <Icon name={icon} className="size-7" />
      </span>
      <SheetTitle>{title}</SheetTitle>
      <div className="space-y-3 text-17 text-muted">{children}</div>
      {action}
    </div>
  );
}
