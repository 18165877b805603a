import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { TILL_UNDO_MS } from '#contract/rules/limits.ts';
import { useDollars } from '#web/shared/gift-cards/card-facts.ts';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icons.tsx';
import { UndoSheet } from './undo-sheet.tsx';
import type { Taken } from './use-sale.ts';

const button =
  'min-h-14 w-full rounded-control px-5 py-3 text-20 font-bold focus-visible:outline-paper active:scale-[0.98]';

export function Done({ receipt, bearer, onNext }: { receipt: Taken; bearer: string; onNext: () => void }) {
  const { t } = useLingui();
  const dollars = useDollars();
  const canUndo = useUndoable(receipt.redeemedAt);
  const [undoing, setUndoing] = useState(false);
  const [left, setLeft] = useState<number | null>(null);
  const undone = left !== null;
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was undone is read out from its heading.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [undone]);
  const [amount, balance] = [dollars(receipt.amount), dollars(left ?? receipt.balance)];
  const { last4 } = receipt;
  return (
    <div className="fixed inset-0 z-30 flex flex-col overflow-y-auto bg-good text-paper">
      <div className="page page-narrow flex grow flex-col pt-[max(1.5rem,env(safe-area-inset-top))] pb-[max(1.25rem,env(safe-area-inset-bottom))]">
        <div className="m-auto flex flex-col items-center gap-3 py-6 text-center">
          <span className="grid size-28 animate-bump place-items-center rounded-full border-4 border-current">
            <Icon name={undone ? 'giveBack' : 'check'} className="size-16" />
          </span>
          <h1 ref={heading} tabIndex={-1} className="mt-3 text-[clamp(2.5rem,12vw,4rem)] leading-none tabular">
            {undone ? t`${amount} refunded` : t`${amount} redeemed`}
          </h1>
          <p className="text-25">
            <Trans>Balance {balance}</Trans>
          </p>
          <p className="text-17">{t`Card ending in ${last4}`}</p>
        </div>
        <div className="flex flex-col gap-3">
          <button type="button" onClick={onNext} className={classes(button, 'bg-paper text-ink')}>
            <Trans>Next</Trans>
          </button>
          {canUndo && !undone && (
            <button
              type="button"
              onClick={() => setUndoing(true)}
              className={classes(button, 'border-2 border-current')}
            >
              <Trans>Undo</Trans>
            </button>
          )}
        </div>
      </div>
      {undoing && (
        <UndoSheet
          {...{ bearer, ...receipt }}
          onUndone={(after) => {
            setUndoing(false);
            setLeft(after);
          }}
          onClose={() => setUndoing(false)}
        />
      )}
    </div>
  );
}

function useUndoable(takenAt: number): boolean {
  const [can, setCan] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setCan(false), Math.max(0, takenAt + TILL_UNDO_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [takenAt]);
  return can;
}
