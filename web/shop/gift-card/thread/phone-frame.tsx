import type { ReactNode } from 'react';
import { brand } from '#web/shared/brand/brand.ts';
import { Logo } from '#web/shared/brand/logo.tsx';

type PhoneProps = {
  /** Text of the clock, such as '9:41'. */
  clock: string;
  /** Time stamp of the message, such as 'Today 9:41 am'. */
  stamp: string;
  caption: string;
  children: ReactNode;
};

export function Phone({ clock, stamp, caption, children }: PhoneProps) {
  return (
    <figure data-phone className="mx-auto w-full max-w-[21rem]">
      <div className="rounded-[2.75rem] border-[10px] border-ink bg-surface shadow-float dark:border-edge">
        <div className="flex items-center justify-between gap-2 px-[min(1.5rem,6vw)] pt-2.5 text-13 font-semibold tabular">
          <span>{clock}</span>
          <span aria-hidden="true" className="h-5 w-[min(5rem,18vw)] shrink-0 rounded-full bg-ink dark:bg-edge" />
          <span aria-hidden="true" className="flex items-end gap-0.5">
            <span className="h-1.5 w-1 rounded-full bg-current" />
            <span className="h-2 w-1 rounded-full bg-current" />
            <span className="h-2.5 w-1 rounded-full bg-current" />
            <span className="h-3 w-1 rounded-full bg-current" />
          </span>
        </div>
        <div className="flex flex-col items-center gap-1 border-b border-line px-4 pt-3 pb-2">
          <span className="grid size-11 place-items-center rounded-full bg-accent-soft">
            <Logo className="size-6" />
          </span>
          <span className="text-13 font-semibold">{brand.title}</span>
        </div>
        <div className="flex flex-col items-start gap-2 px-3 pt-3 pb-8">
          <p className="self-center text-13 text-muted">{stamp}</p>
          {children}
        </div>
      </div>
      <figcaption className="mt-3 text-center text-13 text-muted">{caption}</figcaption>
    </figure>
  );
}

export function PictureBubble({ children }: { children: ReactNode }) {
  return <div className="w-[84%] overflow-hidden rounded-[1.25rem] rounded-bl-[0.375rem]">{children}</div>;
}

export function TextBubble({ children }: { children: ReactNode }) {
  return (
    <p className="max-w-[84%] rounded-[1.25rem] rounded-bl-[0.375rem] bg-sunken px-3.5 py-2.5 text-15 break-words whitespace-pre-wrap">
      {children}
    </p>
  );
}
