import { type ReactNode, useEffect, useRef } from 'react';
import { focusFirstError } from '../../ui/field.tsx';
import { Icon, type IconName } from '../../ui/icons.tsx';
import { SheetTitle } from '../../ui/sheet.tsx';

type StepFormProps = {
  icon: IconName;
  title: string;
  problem: string | undefined;
  onSubmit: () => void;
  children: ReactNode;
};

/** One step: icon, title and a form whose wrong field gets the focus. */
export function StepForm({ icon, title, problem, onSubmit, children }: StepFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (problem) focusFirstError(form.current);
  }, [problem]);
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
      <span className="grid size-14 place-items-center rounded-full bg-accent-soft text-accent">
        <Icon name={icon} className="size-7" />
      </span>
      <SheetTitle>{title}</SheetTitle>
      {children}
    </form>
  );
}
