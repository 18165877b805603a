import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useRef, useState } from 'react';
import { toE164, toLocalMobile } from '#contract/rules/customer/mobile.ts';
import { type Recipient, recipientErrors } from '#contract/rules/gift-card/recipient.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Button } from '#web/ui/button.tsx';
import { focusFirstError } from '#web/ui/form/field.tsx';
import { ToggleChip } from '#web/ui/form/toggle-chip.tsx';
import { waitForPaint } from '#web/ui/taps/painted.ts';
import { useWide } from '#web/ui/view/use-wide.ts';
import { errorTexts } from '../../errors/error-text.ts';
import type { FieldMessages } from '../../errors/save-errors.ts';
import { showError } from '../../errors/show-error.ts';
import { useCardPicture } from '../../gift-picture/use-card-picture.ts';
import { notShownErrors, useNotShown } from '../../gift-picture/words-picture.ts';
import { useSession } from '../../session/session.ts';
import { readDraft, saveDraft } from '../../state/gift-card-drafts.ts';
import { useShowPage } from '../../state/route-shown.ts';
import { showToast } from '../../state/toasts.ts';
import { type FlowCard, getReturnPath, mayFinish, returnsToOrder, stepPath } from '../flow/flow-card.ts';
import { saveRecipient } from '../flow/use-flow-card.ts';
import { ThreadBeside } from '../thread/message-thread.tsx';
import { CardGlance } from './card-glance.tsx';
import { PickContact } from './pick-contact.tsx';
import { RecipientFields } from './recipient-fields.tsx';
import { readRefusedFields } from './refused-fields.ts';
import { findPersonByNumber, fullName, listCardRecipients, useSameCards } from './same-cards.ts';

export function RecipientForm({ card }: { card: FlowCard }) {
  const showPage = useShowPage();
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(() => readDraft(card.detailsId).recipient ?? card.recipient);
  const [errors, setErrors] = useState<FieldMessages>(() => readRefusedFields(card.detailsId, typed));
  const [busy, setBusy] = useState(false);
  const wide = useWide();
  const { notShown, find } = useNotShown(useCardPicture(card, typed));
  const ownMobile = useSession((session) => session.mobile);
  const toMe = ownMobile !== '' && toE164(typed.recipient_mobile) === ownMobile;
  const inCart = findPersonByNumber(listCardRecipients(useSameCards(card.detailsId)), typed.recipient_mobile);

  function change(part: Partial<Recipient>) {
    const next = { ...typed, ...part };
    const fieldErrors = errorTexts(recipientErrors(next));
    const solved = (Object.keys(part) as (keyof Recipient)[]).filter((field) => errors[field]);
    setTyped(next);
    saveDraft(card.detailsId, { recipient: next });
    if (solved.length > 0)
      setErrors({ ...errors, ...Object.fromEntries(solved.map((field) => [field, fieldErrors[field] ?? ''])) });
  }

  function show(fieldErrors: FieldMessages) {
    setErrors(fieldErrors);
    focusFirstError(form.current);
  }

  async function save(to: string, toastText = ''): Promise<void> {
    if (busy) return;
    const fieldErrors = { ...readRefusedFields(card.detailsId, typed), ...errorTexts(recipientErrors(typed)) };
    if (Object.keys(fieldErrors).length > 0) {
      show(fieldErrors);
      return;
    }
    setBusy(true);
    try {
      await waitForPaint();
      const wrongSigns = errorTexts(notShownErrors(await find()));
      if (Object.keys(wrongSigns).length > 0) {
        show(wrongSigns);
        return;
      }
      const serverErrors = await saveRecipient(card, typed);
      if (serverErrors) return show(serverErrors);
      await showPage(to);
      if (toastText) showToast(toastText);
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void save(stepPath(card, 'template'));
  }

  return (
    <>
      <form ref={form} noValidate onSubmit={submit} className="mt-5 flex min-w-0 grow flex-col">
        <div className="grid gap-6 sm:grid-cols-[minmax(0,1fr)_16rem] sm:gap-10 lg:grid-cols-1">
          {!wide && <CardGlance card={card} recipient={typed} />}
          <div className="flex min-w-0 flex-col gap-5 sm:order-first">
            {card.local && ownMobile !== '' && (
              <Way toMe={toMe} onMobile={(recipient_mobile) => change({ recipient_mobile })} ownMobile={ownMobile} />
            )}
            <PickContact multiple={false} onPicked={([person]) => person && change(person)} />
            <RecipientFields
              typed={typed}
              toMe={toMe}
              inCart={inCart ? fullName(inCart) : ''}
              errors={{ ...errorTexts(notShownErrors(notShown)), ...errors }}
              onChange={change}
            />
          </div>
        </div>
        <ActionBar>
          {card.local && mayFinish(card) && (
            <Button variant="plain" onClick={() => void save('/checkout')}>
              <Trans>Finish</Trans>
            </Button>
          )}
          {returnsToOrder(card) && (
            <Button variant="plain" onClick={() => void save(getReturnPath(card), t`Saved`)}>
              <Trans>Save</Trans>
            </Button>
          )}
          <Button type="submit" busy={busy} className="sm:min-w-[14rem]">
            <Trans>Continue</Trans>
          </Button>
        </ActionBar>
      </form>
      <ThreadBeside card={card} recipient={typed} />
    </>
  );
}

type WayProps = { toMe: boolean; ownMobile: string; onMobile: (mobile: string) => void };

/** Offers to send the card to the customer's own number, so that it can be printed or handed over. */
function Way({ toMe, ownMobile, onMobile }: WayProps) {
  const { t } = useLingui();
  return (
    // biome-ignore lint/a11y/useSemanticElements: short cuts to the field of the mobile, no fields themselves.
    <div role="group" aria-label={t`How should it arrive?`} className="flex flex-wrap gap-2">
      <ToggleChip on={!toMe} onPress={() => toMe && onMobile('')}>
        <Trans>Text it to them</Trans>
      </ToggleChip>
      <ToggleChip on={toMe} onPress={() => onMobile(toLocalMobile(ownMobile))}>
        <Trans>Print it, or send it to me first</Trans>
      </ToggleChip>
    </div>
  );
}
