import { Trans } from '@lingui/react/macro';
import { priceText } from '#contract/rules/money/money.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Price } from '#web/ui/price.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useAudView, useCurrencyView } from '../session/session.ts';

type ConfirmBarProps = {
  /** Amount to pay in cents, including shipping; null while it is unknown. */
  cents: number | null;
  blocked: string | null;
  added: boolean;
  onShowCode: (() => void) | null;
  busy: boolean;
  onConfirm: () => void;
};

export function ConfirmBar({ cents, added, ...confirm }: ConfirmBarProps) {
  const view = useCurrencyView();
  const shownPrice = cents === null ? null : priceText(cents / 100, view);
  const aud = useAudView();
  const charged = cents === null ? null : priceText(cents / 100, aud);
  return (
    <ActionBar>
      <div className="flex grow! flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <div>
          <p className="text-13 text-muted">{added ? <Trans>To pay</Trans> : <Trans>Total</Trans>}</p>
          <p data-to-pay>{shownPrice === null ? <Skeleton className="h-6 w-24" /> : <Price text={shownPrice} />}</p>
          {charged && charged !== shownPrice && (
            <p className="text-13 text-muted">
              <Trans>Charged {charged}</Trans>
            </p>
          )}
        </div>
        <div className="grow basis-[12rem] sm:grow-0 sm:basis-[14rem]">
          <ConfirmButton {...confirm} />
        </div>
      </div>
    </ActionBar>
  );
}

/** Ignores early taps for longer than other buttons do, because this button pays. */
export function ConfirmButton({ blocked, onShowCode, busy, onConfirm }: Omit<ConfirmBarProps, 'cents' | 'added'>) {
  return (
    <div className="flex flex-col items-stretch gap-1 ignore-first-taps [--ignore-taps:800ms]">
      {onShowCode && !blocked && (
        <Button variant="quiet" onClick={onShowCode} className="-my-1 px-2! text-13!">
          <Trans>Add your card’s security code, or this order may wait for a check</Trans>
        </Button>
      )}
      <Button
        busy={busy}
        disabled={blocked !== null}
        aria-describedby={blocked ? 'confirm-blocked' : undefined}
        onClick={onConfirm}
        className="px-4!"
      >
        <Trans>Confirm Purchase</Trans>
      </Button>
      {blocked && (
        <p id="confirm-blocked" className="text-center text-13 text-muted">
          {blocked}
        </p>
      )}
    </div>
  );
}
