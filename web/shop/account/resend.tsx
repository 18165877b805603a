import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { showProblem } from '../../api/problems.ts';
import { type Refusal, refusalOf, refusalText } from '../../api/refusal.ts';
import { announce } from '../../state/announcements.ts';
import { Button } from '../../ui/button.tsx';
import { refreshOrders } from './order-queries.ts';

type Answer = { status: boolean; input_validation?: Refusal | undefined };
type Resend = {
  call: () => Promise<Answer>;
  /** Read out when it has worked. */
  said: string;
  onRefused: (message: string) => void;
  onClose: () => void;
};

/** Sends a card once more, once at a time; the order is looked up anew whatever the answer is. */
export function useResend({ call, said, onRefused, onClose }: Resend): { busy: boolean; send: () => Promise<void> } {
  const { i18n } = useLingui();
  const [busy, setBusy] = useState(false);
  async function send(): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      const refused = refusalOf(await call());
      await refreshOrders();
      if (refused) return onRefused(refusalText(i18n, refused));
      announce(said);
      onClose();
    } catch (error) {
      onClose();
      showProblem(error);
    } finally {
      setBusy(false);
    }
  }
  return { busy, send };
}

/** In a form without `onSend`. */
type ResendButtonsProps = { label: string; busy: boolean; onSend?: () => void; onClose: () => void };

export function ResendButtons({ label, busy, onSend, onClose }: ResendButtonsProps) {
  return (
    <div className="mt-6 flex flex-col gap-3">
      <Button wide busy={busy} {...(onSend ? { onClick: onSend, 'data-autofocus': true } : { type: 'submit' })}>
        {label}
      </Button>
      <Button look="plain" wide onClick={onClose}>
        <Trans>Not now</Trans>
      </Button>
    </div>
  );
}
