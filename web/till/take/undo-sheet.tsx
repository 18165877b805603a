import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import type { ErrorCode } from '#contract/errors.ts';
import { isApiError, isOffline } from '#web/shared/api/api-error.ts';
import { useDollars } from '#web/shared/gift-cards/card-facts.ts';
import { createUuid } from '#web/shared/state/uuid.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Sheet, SheetTitle } from '#web/ui/sheet/sheet.tsx';
import { api } from '../calls/api.ts';
import { useMessage } from './messages.ts';

type UndoSheetProps = {
  bearer: string;
  redemption: string;
  amount: number;
  onUndone: (balance: number) => void;
  onClose: () => void;
};

/** After these errors, choosing another reason cannot undo the sale. */
const FINAL: ReadonlySet<string> = new Set<ErrorCode>([
  'gift_card_over',
  'redemption_over',
  'undo_over',
  'undo_elsewhere',
  'no_such_entity',
]);

export function UndoSheet({ bearer, redemption, amount, onUndone, onClose }: UndoSheetProps) {
  const { t } = useLingui();
  const dollars = useDollars();
  const message = useMessage();
  const [sentReason, setSent] = useState('');
  const [error, setError] = useState<unknown>(null);
  /** One idempotency key per reason, so that resending a reason undoes the sale only once. */
  const keys = useRef<Record<string, string>>({});
  const isRefused = isApiError(error) && FINAL.has(error.code);
  const refundAmount = dollars(amount);
  // The reason is stored for the seller.
  const reasons = {
    'wrong amount': t`The amount was wrong`,
    'wrong card': t`It was the wrong card`,
    'brought back': t`The goods came back`,
    other: t`Something else`,
  };

  async function undo(reason: string) {
    if (sentReason !== '') return;
    setSent(reason);
    setError(null);
    keys.current[reason] ??= createUuid();
    const counter = { bearer, key: keys.current[reason] };
    try {
      const name = 'POST seller/giftcards/redemptions/{id}/reverse';
      const { balance } = await api(name, { params: { id: redemption }, body: { reason } }, { counter, quiet: true });
      onUndone(balance);
    } catch (failed) {
      setError(failed);
      setSent('');
    }
  }
  return (
    <Sheet onClose={onClose}>
      <SheetTitle>
        <Trans>Refund {refundAmount}?</Trans>
      </SheetTitle>
      {!isRefused && (
        <p className="mt-1 text-muted">
          <Trans>Choose a reason. The amount goes back on the card at once.</Trans>
        </p>
      )}
      {error !== null && (
        <Notice tone="bad" className="mt-3">
          {isOffline(error)
            ? t`No answer arrived, so it may or may not have been refunded. Tap the same reason again.`
            : message(error)}
        </Notice>
      )}
      <div className="mt-4 flex flex-col gap-2">
        {isRefused ? (
          <Button variant="plain" wide onClick={onClose}>
            <Trans>OK</Trans>
          </Button>
        ) : (
          Object.entries(reasons).map(([reason, words]) => (
            <Button key={reason} variant="plain" wide busy={sentReason === reason} onClick={() => void undo(reason)}>
              {words}
            </Button>
          ))
        )}
      </div>
    </Sheet>
  );
}
