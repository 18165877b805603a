import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { PICTURE_TEXT_LIMIT, TEXT_LIMIT } from '#contract/rules/limits.ts';
import { toE164 } from '#contract/rules/mobile.ts';
import { type Problems, type Recipient, recipientProblems } from '#contract/rules/recipient.ts';
import { showProblem } from '../../api/problems.ts';
import { updateGiftCard } from '../../state/gift-cards.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { focusFirstError } from '../../ui/field.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { CardGlance } from './card-glance.tsx';
import { type FlowCard, mayFinish, stepPath, tidyMobile } from './flow-card.ts';
import { saveRecipient } from './use-flow-card.ts';

type Field = keyof Recipient;

/** VA-39..VA-56. What is typed stays, also when the page is left; it counts as the card's once it is right. */
export function RecipientForm({ card }: { card: FlowCard }) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(card.draft ?? card.recipient);
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);

  function type(field: Field, text: string) {
    const next = { ...typed, [field]: text };
    setTyped(next);
    if (card.local) updateGiftCard(card.detailsId, { draft: next });
    if (problems[field]) setProblems({ ...problems, [field]: recipientProblems(next)[field] ?? '' });
  }

  function show(found: Problems) {
    setProblems(found);
    focusFirstError(form.current);
  }

  async function save(to: string): Promise<void> {
    const found = recipientProblems(typed);
    if (Object.keys(found).length > 0) {
      show(found);
      return;
    }
    setBusy(true);
    try {
      const refused = await saveRecipient(card, typed);
      if (refused) show(refused);
      else await navigate(to);
    } catch (error) {
      showProblem(error);
    } finally {
      setBusy(false);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void save(stepPath(card, 'template'));
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="mt-5 flex grow flex-col">
      <div className="grid gap-6 sm:grid-cols-[minmax(0,1fr)_16rem] sm:gap-12 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <CardGlance card={card} recipient={typed} />
        <div className="flex min-w-0 flex-col gap-5 sm:order-first">
          <Fields typed={typed} problems={problems} type={type} />
        </div>
      </div>
      <ActionBar>
        {card.local && mayFinish(card) && (
          <Button look="plain" onClick={() => void save('/checkout')}>
            Finish
          </Button>
        )}
        <Button type="submit" busy={busy} className="sm:min-w-56">
          Continue
        </Button>
      </ActionBar>
    </form>
  );
}

type FieldsProps = { typed: Recipient; problems: Problems; type: (field: Field, text: string) => void };

function Fields({ typed, problems, type }: FieldsProps) {
  const part = (field: Field) => ({
    name: field,
    value: typed[field],
    error: problems[field] || undefined,
    autoComplete: 'off',
    onValue: (text: string) => type(field, text),
  });
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <TextField label="Firstname" autoCapitalize="words" {...part('recipient_firstname')} />
        <TextField label="Lastname" autoCapitalize="words" {...part('recipient_lastname')} />
      </div>
      <TextField
        label="Mobile"
        type="tel"
        inputMode="tel"
        {...part('recipient_mobile')}
        hint={mobileHint(typed.recipient_mobile)}
      />
      <TextArea
        label="Image message"
        rows={2}
        limit={PICTURE_TEXT_LIMIT}
        {...part('recipient_message')}
        hint="Set large on the picture they receive."
      />
      <TextArea
        label="Text message"
        rows={4}
        limit={TEXT_LIMIT}
        {...part('text_content')}
        hint="Arrives below the picture, with the link to their card."
      />
    </>
  );
}

/** The server has the last word on numbers, at checkout; a likely slip is said here already, without standing in the way. */
function mobileHint(typed: string): string {
  const tidy = tidyMobile(typed);
  const odd = tidy.length >= 10 && toE164(tidy) === null;
  return odd ? 'Is this right? Mobiles look like 0412 345 678.' : 'Their gift arrives on this number.';
}
