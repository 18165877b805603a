import { Trans } from '@lingui/react/macro';
import { type ReactNode, type Ref, useId } from 'react';
import { Button } from '../button.tsx';
import { Icon } from '../icons.tsx';

type ChoiceSectionProps = {
  title: ReactNode;
  busy: boolean;
  /** The button 'Add New'; null while its form is open. */
  addNew: { ref?: Ref<HTMLButtonElement>; onClick: () => void } | null;
  children: ReactNode;
};

/** A section of a form where one of several saved things is chosen or a new one is added. */
export function ChoiceSection({ title, busy, addNew, children }: ChoiceSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="md:rounded-card md:border md:border-line md:bg-surface md:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 id={id} className="text-20">
          {title}
        </h2>
        {addNew && (
          <Button variant="quiet" className="-mr-[12px] ml-auto px-[12px]! text-15!" disabled={busy} {...addNew}>
            <Icon name="plus" className="size-5" />
            <Trans>Add New</Trans>
          </Button>
        )}
      </div>
      {children}
    </section>
  );
}

type SavedChoicesProps = { legend: ReactNode; busy: boolean; children: readonly ReactNode[] };

/** What is saved, as radios; nothing when there are none. */
export function SavedChoices({ legend, busy, children }: SavedChoicesProps) {
  if (children.length === 0) return null;
  return (
    <fieldset disabled={busy} className="mt-3 grid min-w-0 gap-3 lg:grid-cols-2">
      <legend className="sr-only">{legend}</legend>
      {children}
    </fieldset>
  );
}
