import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { thanksError } from '#contract/rules/gift-card/thanks.ts';
import { THANKS_LIMIT } from '#contract/rules/limits.ts';
import { toSingleLine } from '#contract/rules/seen-words.ts';
import type { Card } from '#web/shared/gift-cards/card-facts.ts';
import { Button } from '#web/ui/button.tsx';
import { focusFirstError } from '#web/ui/form/field.tsx';
import { TextArea } from '#web/ui/form/text-field.tsx';
import { ToggleChip } from '#web/ui/form/toggle-chip.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Sheet, SheetTitle } from '#web/ui/sheet/sheet.tsx';
import { api } from '../calls/api.ts';
import { errorText } from '../errors/error-text.ts';
import { saveErrorsText, toSaveErrors } from '../errors/save-errors.ts';
import { showError } from '../errors/show-error.ts';

export function SayThanks({ card, refresh }: { card: Card; refresh: () => Promise<void> }) {
  const [open, setOpen] = useState(false);
  const [saidText, setSaid] = useState('');
  const { purchaser_firstname: giver } = card;
  const words = card.thanks?.message ?? saidText;
  return (
    <>
      <div role="status">{words !== '' && <Said words={words} />}</div>
      {words === '' && card.can_thank && (
        <Button variant="plain" wide aria-haspopup="dialog" className="mt-4" onClick={() => setOpen(true)}>
          <Icon name="heart" className="size-5 text-accent" />
          <Trans>Say thanks to {giver}</Trans>
        </Button>
      )}
      {open && <ThanksSheet giver={giver} refresh={refresh} onSaid={setSaid} onClose={() => setOpen(false)} />}
    </>
  );
}

function Said({ words }: { words: string }) {
  return (
    <figure className="mt-4 ml-auto w-fit max-w-[85%]">
      <blockquote className="rounded-[1.25rem] rounded-br-[0.375rem] bg-accent-soft px-5 py-3 text-17 wrap-anywhere">
        {words}
      </blockquote>
      <figcaption className="mt-1.5 flex items-center justify-end gap-1.5 pr-2 text-15 text-muted">
        <Icon name="check" className="size-4 text-good" />
        <Trans>You said thanks</Trans>
      </figcaption>
    </figure>
  );
}

type ThanksSheetProps = {
  giver: string;
  refresh: () => Promise<void>;
  onSaid: (words: string) => void;
  onClose: () => void;
};

function ThanksSheet({ giver, refresh, onSaid, onClose }: ThanksSheetProps) {
  const { t } = useLingui();
  const { secret = '' } = useParams();
  const form = useRef<HTMLFormElement>(null);
  const [words, setWords] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const prepared = [t`Thank you so much!`, t`I love it, thank you!`, t`You made my day.`];

  function write(text: string) {
    setWords(text);
    setError('');
  }
  function showMessage(text: string) {
    setError(text);
    focusFirstError(form.current);
  }
  async function send() {
    setBusy(true);
    try {
      const answer = await api('POST mobiledigital/thankgiver', { body: { secret, message: words } });
      const errors = toSaveErrors(answer);
      if (errors && Object.keys(errors).length > 0) return showMessage(saveErrorsText(errors));
      if (answer.status) onSaid(toSingleLine(words));
      else await refresh();
      onClose();
    } catch (thrown) {
      showError(thrown);
    } finally {
      setBusy(false);
    }
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    const wrong = thanksError(words);
    if (wrong) showMessage(errorText(wrong));
    else void send();
  }
  return (
    <Sheet onClose={onClose}>
      <SheetTitle>
        <Trans>Say thanks to {giver}</Trans>
      </SheetTitle>
      <form ref={form} noValidate onSubmit={submit} className="mt-4">
        <fieldset className="grid justify-items-start gap-2">
          <legend className="sr-only">{t`Suggestions`}</legend>
          {prepared.map((text) => (
            <ToggleChip key={text} on={words === text} onPress={() => write(text)}>
              {text}
            </ToggleChip>
          ))}
        </fieldset>
        <TextArea
          label={t`Your words`}
          name="message"
          autoComplete="off"
          limit={THANKS_LIMIT}
          value={words}
          error={error}
          onValue={write}
          hint={t`We’ll text this to ${giver} with your first name. You can only send it once.`}
          className="mt-5"
        />
        <Button type="submit" wide busy={busy} className="mt-5">
          <Trans>Send thanks</Trans>
        </Button>
      </form>
    </Sheet>
  );
}
