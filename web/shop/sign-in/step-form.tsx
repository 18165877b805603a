import { type ReactNode, useEffect, useRef } from 'react';
import { brand } from '#web/shared/brand/brand.ts';
import { Logo } from '#web/shared/brand/logo.tsx';
import { focusFirstError } from '#web/ui/form/field.tsx';
import { Icon, type IconName } from '#web/ui/icons.tsx';
import { SheetTitle } from '#web/ui/sheet/sheet.tsx';

type StepFormProps = {
  icon: IconName;
  title: string;
  error: string | undefined;
  onSubmit: () => void;
  children: ReactNode;
};

export function StepForm({ icon, title, error, onSubmit, children }: StepFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error) focusFirstError(form.current);
  }, [error]);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      className="flex animate-appear flex-col gap-4"
    >
      <p className="flex items-center gap-2 pr-[40px] font-display text-17 font-bold tracking-tight lg:hidden">
        <Logo />
        {brand.title}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-3 lg:mt-0">
        <span className="grid size-12 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
          <Icon name={icon} className="size-6" />
        </span>
        <SheetTitle className="min-w-0 pr-0!">{title}</SheetTitle>
      </div>
      {children}
    </form>
  );
}
