import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { Logo } from '#web/shared/brand/logo.tsx';
import { Icon, type IconName } from '#web/ui/icons.tsx';

export function Centred({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each title is another step, read out from its heading.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [title]);
  return (
    <div className="page flex grow flex-col py-5">
      <p className="flex items-center gap-2 font-display text-20 font-bold">
        <Logo />
        <Trans>Till</Trans>
      </p>
      <div className="m-auto flex w-full max-w-[26rem] flex-col gap-4 py-8">
        <span className="grid size-14 place-items-center rounded-full bg-accent-soft text-accent">
          <Icon name={icon} className="size-7" />
        </span>
        <h1 ref={heading} tabIndex={-1} className="text-32">
          {title}
        </h1>
        {children}
      </div>
    </div>
  );
}
