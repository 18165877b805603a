import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId, useState } from 'react';
import { Icon } from '#web/ui/icons.tsx';

type PayOrNothingProps = {
  /** True if gift cards pay the whole order; null while the amount is unknown. */
  covered: boolean | null;
  children: ReactNode;
};

/**
 * Hides the payment form while gift cards pay everything, but keeps its input, because the customer may remove a gift
 * card again. Changes nothing while the amount is unknown.
 */
export function PayOrNothing({ covered, children }: PayOrNothingProps) {
  const [nothingLeft, setNothingLeft] = useState(covered ?? false);
  if (covered !== null && covered !== nothingLeft) setNothingLeft(covered);
  const [isAsked, setAsked] = useState(!nothingLeft);
  if (!isAsked && !nothingLeft) setAsked(true);
  return (
    <>
      {nothingLeft && <NothingLeft />}
      {isAsked && (
        <div hidden={nothingLeft} className="grid">
          {children}
        </div>
      )}
    </>
  );
}

function NothingLeft() {
  const title = useId();
  return (
    <section
      aria-labelledby={title}
      data-nothing-left
      className="flex items-center gap-4 rounded-card border border-line bg-surface p-5 md:p-6"
    >
      <span className="grid size-12 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
        <Icon name="gift" />
      </span>
      <div className="min-w-0">
        <h2 id={title} className="text-20">
          <Trans>Nothing left to pay</Trans>
        </h2>
        <p className="text-15 text-muted">
          <Trans>Your gift cards cover it.</Trans>
        </p>
      </div>
    </section>
  );
}
