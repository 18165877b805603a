import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { deferPastQuietHours } from '#contract/rules/time/quiet-hours.ts';
import { isApiError } from '#web/shared/api/api-error.ts';
import { serverNow } from '#web/shared/api/server-time.ts';
import { Button } from '#web/ui/button.tsx';
import { type RejectedFields, saveErrorsText, toSaveErrors } from '../../errors/save-errors.ts';
import { showError } from '../../errors/show-error.ts';
import { refreshOrders } from '../../queries/orders.ts';
import { formatZonedInstant } from '../../send-time/send-text.ts';
import { showToast } from '../../state/toasts.ts';

type Answer = { status: boolean } & RejectedFields;
type Resend = {
  call: () => Promise<Answer>;
  successMessage: string;
  onError: (message: string) => void;
  onClose: () => void;
};

/** Reloads the order even if the server returns field errors. */
export function useResend({ call, successMessage, onError, onClose }: Resend): {
  busy: boolean;
  send: () => Promise<void>;
} {
  const [busy, setBusy] = useState(false);
  async function send(): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      const errors = toSaveErrors(await call());
      await refreshOrders();
      if (errors) return onError(saveErrorsText(errors));
      showToast(successMessage);
      onClose();
    } catch (error) {
      // A customer who declines to confirm a code keeps the form and its input.
      if (!isApiError(error) || error.code !== 'code_required') onClose();
      showError(error);
    } finally {
      setBusy(false);
    }
  }
  return { busy, send };
}

type ResendButtonsProps = { label: string; busy: boolean; onSend?: () => void; onClose: () => void };

export function ResendButtons({ label, busy, onSend, onClose }: ResendButtonsProps) {
  return (
    <div className="mt-6 flex flex-col gap-3">
      <Button wide busy={busy} {...(onSend ? { onClick: onSend, 'data-autofocus': true } : { type: 'submit' })}>
        {label}
      </Button>
      <Button variant="plain" wide onClick={onClose}>
        <Trans>Not now</Trans>
      </Button>
    </div>
  );
}

export function WhenItGoes({ zone }: { zone: string }) {
  const { i18n } = useLingui();
  const now = serverNow();
  const sendAt = deferPastQuietHours(now, zone);
  const time = formatZonedInstant(i18n, sendAt, zone);
  return (
    <p className="mt-2 text-15 text-muted">
      {sendAt === now ? (
        <Trans>It goes out at once.</Trans>
      ) : (
        <Trans>We don’t send at night, so it goes out {time}.</Trans>
      )}
    </p>
  );
}
