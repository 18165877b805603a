import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { showMobile } from '#contract/rules/customer/mobile.ts';
import { FieldError } from '#web/ui/form/field.tsx';
import { Sheet, SheetTitle } from '#web/ui/sheet/sheet.tsx';
import { api } from '../../calls/api.ts';
import { withCode } from '../../sign-in/proof/with-code.ts';
import type { GiftCardLine } from './progress/order-status.ts';
import { ResendButtons, useResend, WhenItGoes } from './resend.tsx';

export function SendAgainSheet({ card, onClose }: { card: GiftCardLine; onClose: () => void }) {
  const { t } = useLingui();
  const [error, setError] = useState('');
  const { recipient_name: name, gift_card_details_id } = card;
  const mobile = showMobile(card.recipient_mobile);
  const { busy, send } = useResend({
    call: () => withCode(() => api('POST mobiledigital/resendgiftcard', { body: { gift_card_details_id } })),
    successMessage: t`The gift card is sent again`,
    onError: setError,
    onClose,
  });
  return (
    <Sheet onClose={onClose}>
      <SheetTitle>
        <Trans>Send it again?</Trans>
      </SheetTitle>
      <p className="mt-3 wrap-anywhere">
        <Trans>
          <strong>{name}</strong> gets the picture message and the text with the link once more, at{' '}
          <span className="font-semibold whitespace-nowrap tabular">{mobile}</span>.
        </Trans>
      </p>
      <WhenItGoes zone={card.timezone} />
      <div role="alert">
        <FieldError>{error}</FieldError>
      </div>
      <ResendButtons label={t`Send again`} busy={busy} onSend={() => void send()} onClose={onClose} />
    </Sheet>
  );
}
