import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useRef, useState } from 'react';
import { mobileError, toE164, toLocalMobile } from '#contract/rules/customer/mobile.ts';
import { focusFirstError } from '#web/ui/form/field.tsx';
import { Sheet, SheetTitle } from '#web/ui/sheet/sheet.tsx';
import { MobileField } from '../../address/mobile-field.tsx';
import { api } from '../../calls/api.ts';
import { errorText } from '../../errors/error-text.ts';
import { withCode } from '../../sign-in/proof/with-code.ts';
import type { GiftCardLine } from './progress/order-status.ts';
import { ResendButtons, useResend, WhenItGoes } from './resend.tsx';

export function CorrectNumberSheet({ card, onClose }: { card: GiftCardLine; onClose: () => void }) {
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  // Starts with the previous number, because most mistakes are a single digit.
  const [mobile, setMobile] = useState(() => (card.masked ? '' : toLocalMobile(card.recipient_mobile)));
  const [error, setError] = useState('');
  const { recipient_name: name, gift_card_details_id } = card;

  function showMessage(message: string) {
    setError(message);
    focusFirstError(form.current);
  }
  const { busy, send } = useResend({
    call: () => {
      const body = { gift_card_details_id, recipient_mobile: mobile };
      return withCode(() => api('POST mobiledigital/correctgiftcardmobile', { body }));
    },
    successMessage: t`Number corrected, the gift card is sent again`,
    onError: showMessage,
    onClose,
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (mobile === '') showMessage(errorText('recipient_mobile_required'));
    else if (mobileError(mobile)) showMessage(errorText('mobile_invalid'));
    else if (toE164(mobile) === card.recipient_mobile) showMessage(t`This is the number it went to`);
    else void send();
  }
  return (
    <Sheet onClose={onClose}>
      <SheetTitle>
        <Trans>Correct the number</Trans>
      </SheetTitle>
      <form ref={form} noValidate onSubmit={submit} className="mt-4">
        <MobileField
          label={t`Recipient’s mobile`}
          name="recipient_mobile"
          autoComplete="off"
          data-autofocus
          value={mobile}
          error={error}
          onValue={(value) => {
            setMobile(value);
            setError('');
          }}
        />
        <ul className="mt-4 list-disc space-y-1 pl-5 text-15 text-muted wrap-anywhere">
          <li>
            <Trans>The gift card for {name} is sent to this number.</Trans>
          </li>
          <li>
            <Trans>
              It goes out with a new link and a new code. The old ones stop working, so nobody else can use the card.
            </Trans>
          </li>
          <li>
            <Trans>Its value stays the same, and it won’t expire any sooner.</Trans>
          </li>
          <li>
            <Trans>It keeps your first name but not your message, and its page says that it was passed on.</Trans>
          </li>
        </ul>
        <WhenItGoes zone={card.timezone} />
        <ResendButtons label={t`Correct and send`} busy={busy} onClose={onClose} />
      </form>
    </Sheet>
  );
}
