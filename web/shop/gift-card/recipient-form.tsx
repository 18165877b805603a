import { Trans } from '@lingui/react/macro';
import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { type Problems, type Recipient, recipientProblems } from '#contract/rules/recipient.ts';
import { showProblem } from '../../api/problems.ts';
import { keepDraft, readDraft } from '../../state/gift-card-drafts.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { focusFirstError } from '../../ui/field.tsx';
import { useWide } from '../../ui/use-wide.ts';
import { CardGlance } from './card-glance.tsx';
import { type FlowCard, mayFinish, stepPath } from './flow-card.ts';
import { ThreadBeside } from './gift-thread.tsx';
import { PickContact } from './pick-contact.tsx';
import { RecipientFields } from './recipient-fields.tsx';
import { saveRecipient } from './use-flow-card.ts';

/** VA-39..VA-56. What is typed stays, also when the page is left; it counts as the card's once it is right. */
export function RecipientForm({ card }: { card: FlowCard }) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(() => readDraft(card.detailsId).recipient ?? card.recipient);
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);
  const wide = useWide();

  function change(part: Partial<Recipient>) {
    const next = { ...typed, ...part };
    const found = recipientProblems(next);
    const solved = (Object.keys(part) as (keyof Recipient)[]).filter((field) => problems[field]);
    setTyped(next);
    keepDraft(card.detailsId, { recipient: next });
    if (solved.length > 0)
      setProblems({ ...problems, ...Object.fromEntries(solved.map((field) => [field, found[field] ?? ''])) });
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
    <>
      <form ref={form} noValidate onSubmit={submit} className="mt-5 flex min-w-0 grow flex-col">
        <div className="grid gap-6 sm:grid-cols-[minmax(0,1fr)_16rem] sm:gap-10 lg:grid-cols-1">
          {!wide && <CardGlance card={card} recipient={typed} />}
          <div className="flex min-w-0 flex-col gap-5 sm:order-first">
            <PickContact multiple={false} onPicked={([person]) => person && change(person)} />
            <RecipientFields typed={typed} problems={problems} onChange={change} />
          </div>
        </div>
        <ActionBar>
          {card.local && mayFinish(card) && (
            <Button look="plain" onClick={() => void save('/checkout')}>
              <Trans>Finish</Trans>
            </Button>
          )}
          <Button type="submit" busy={busy} className="sm:min-w-56">
            <Trans>Continue</Trans>
          </Button>
        </ActionBar>
      </form>
      <ThreadBeside card={card} recipient={typed} />
    </>
  );
}
