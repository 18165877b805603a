import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useRef, useState } from 'react';
import { localMobile, mobileProblem, toE164 } from '#contract/rules/mobile.ts';
import { api } from '../../api/client.ts';
import { focusFirstError } from '../../ui/field.tsx';
import { Sheet, SheetTitle } from '../../ui/sheet.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { tidyMobile } from '../gift-card/flow-card.ts';
import type { GiftCardLine } from './order-words.ts';
import { ResendButtons, useResend } from './resend.tsx';
import { WhenItGoes } from './when-it-goes.tsx';

/** A card that went to a wrong number: asks for the right one and says what becomes of the old link. */
export function CorrectNumberSheet({ card, onClose }: { card: GiftCardLine; onClose: () => void }) {
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  // Most wrong numbers have one wrong digit: what was typed is there to be mended.
  const [mobile, setMobile] = useState(() => localMobile(card.recipient_mobile));
  const [problem, setProblem] = useState('');
  const { recipient_name: name, gift_card_details_id } = card;

  function refuse(message: string) {
    setProblem(message);
    focusFirstError(form.current);
  }
  const { busy, send } = useResend({
    call: () => {
      const body = { gift_card_details_id, recipient_mobile: tidyMobile(mobile) };
      return api('POST mobiledigital/correctgiftcardmobile', { body });
    },
    said: t`Number corrected, the gift card is sent again`,
    onRefused: refuse,
    onClose,
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    const typed = tidyMobile(mobile);
    if (typed === '') refuse('Please enter a mobile');
    else if (mobileProblem(typed)) refuse('Please enter a valid mobile');
    else if (toE164(typed) === card.recipient_mobile) refuse(t`This is the number it went to`);
    else void send();
  }
  return (
    <Sheet onClose={onClose}>
      <SheetTitle>
        <Trans>Correct the number</Trans>
      </SheetTitle>
      <form ref={form} noValidate onSubmit={submit} className="mt-4">
        <TextField
          label={t`Recipient’s mobile`}
          name="recipient_mobile"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          data-autofocus
          value={mobile}
          error={problem}
          onValue={(value) => {
            setMobile(value);
            setProblem('');
          }}
        />
        <ul className="mt-4 list-disc space-y-1 pl-5 text-15 text-muted wrap-anywhere">
          <li>
            <Trans>The gift card for {name} is sent to this number.</Trans>
          </li>
          <li>
            <Trans>The link that was sent before stops working, so nobody else can open the card.</Trans>
          </li>
          <li>
            <Trans>Value and code stay as they are.</Trans>
          </li>
        </ul>
        <WhenItGoes zone={card.timezone} />
        <ResendButtons label={t`Correct and send`} busy={busy} onClose={onClose} />
      </form>
    </Sheet>
  );
}
