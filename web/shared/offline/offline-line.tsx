import type { ReactNode } from 'react';
import { Icon } from '#web/ui/icons.tsx';

export function OfflineLine({ children }: { children: ReactNode }) {
  return (
    <p className="flex animate-appear items-center justify-center gap-2 border-b border-line bg-sunken px-4 py-1.5 text-15 font-semibold">
      <Icon name="offline" className="size-5 shrink-0" />
      <span className="text-left">{children}</span>
    </p>
  );
}
