import { Trans } from '@lingui/react/macro';
import { type ReactNode, type Ref, useId, useState } from 'react';
import { Button } from '../button.tsx';
import { Icon } from '../icons.tsx';

type ChoiceSectionProps = {
  title: ReactNode;
  busy: boolean;
  addNew: { ref?: Ref<HTMLButtonElement>; onClick: () => void } | null;
  /** Collapses the choices under `line`, but screen readers still read the title. `open` keeps the choices expanded. */
  fold?: { line: ReactNode; open: boolean } | undefined;
  children: ReactNode;
};

export function ChoiceSection({ title, busy, addNew, fold, children }: ChoiceSectionProps) {
  const id = useId();
  const add = addNew && (
    <Button variant="quiet" className="-mr-[12px] ml-auto px-[12px]! text-15!" disabled={busy} {...addNew}>
      <Icon name="plus" className="size-5" />
      <Trans>Add New</Trans>
    </Button>
  );
  return (
    <section aria-labelledby={id} className="md:rounded-card md:border md:border-line md:bg-surface md:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 id={id} className={fold ? 'sr-only' : 'text-20'}>
          {title}
        </h2>
        {!fold && add}
      </div>
      {fold ? (
        <Folded fold={fold}>
          {children}
          <div className="mt-1 flex">{add}</div>
        </Folded>
      ) : (
        children
      )}
    </section>
  );
}

function Folded({ fold: { line, open }, children }: { fold: { line: ReactNode; open: boolean }; children: ReactNode }) {
  const [unfolded, setUnfolded] = useState(false);
  return (
    <details
      open={unfolded || open}
      onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}
      className="group/fold"
    >
      <summary className="flex min-h-12 list-none items-center justify-between gap-3 rounded-control [&::-webkit-details-marker]:hidden">
        <span className="min-w-0">{line}</span>
        <Icon
          name="down"
          className="size-5 shrink-0 text-muted transition-transform duration-150 group-open/fold:rotate-180"
        />
      </summary>
      {children}
    </details>
  );
}

type SavedChoicesProps = { legend: ReactNode; busy: boolean; children: readonly ReactNode[] };

export function SavedChoices({ legend, busy, children }: SavedChoicesProps) {
  if (children.length === 0) return null;
  return (
    <fieldset disabled={busy} className="mt-3 grid min-w-0 gap-3 lg:grid-cols-2">
      <legend className="sr-only">{legend}</legend>
      {children}
    </fieldset>
  );
}
