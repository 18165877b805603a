import { priceText } from '#contract/rules/money.ts';
import { useCurrencyView } from '../../state/session.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { Price } from '../../ui/price.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const AUD = { country: 'AU', usdRate: null };

type ConfirmBarProps = {
  /** What will be paid, shipping included, in integer cents; null while it is not known. */
  cents: number | null;
  /** Why it cannot be pressed, in words; null when it can. */
  blocked: string | null;
  busy: boolean;
  onConfirm: () => void;
};

/** CK-33, CK-34: the one action, at the thumb, with the whole price beside it. */
export function ConfirmBar({ cents, blocked, busy, onConfirm }: ConfirmBarProps) {
  const view = useCurrencyView();
  const shown = cents === null ? null : priceText(cents / 100, view);
  const charged = cents === null || view.country !== 'US' ? null : priceText(cents / 100, AUD);
  return (
    <ActionBar>
      <div className="flex grow! flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <div>
          <p className="text-13 text-muted">To pay</p>
          <p data-to-pay>{shown === null ? <Skeleton className="h-6 w-24" /> : <Price text={shown} />}</p>
          {charged && charged !== shown && <p className="text-13 text-muted">{`Charged ${charged}`}</p>}
        </div>
        <div className="flex grow basis-48 flex-col items-stretch gap-1 sm:grow-0 sm:basis-56">
          <Button
            busy={busy}
            disabled={blocked !== null}
            aria-describedby={blocked ? 'confirm-blocked' : undefined}
            onClick={onConfirm}
            className="px-4!"
          >
            Confirm Purchase
          </Button>
          {blocked && (
            <p id="confirm-blocked" className="text-center text-13 text-muted">
              {blocked}
            </p>
          )}
        </div>
      </div>
    </ActionBar>
  );
}
