import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Template } from '#contract/catalogue.ts';
import { type Recipient, recipientProblems } from '#contract/rules/recipient.ts';
import { showProblem } from '../../api/problems.ts';
import { refusalText } from '../../api/refusal.ts';
import { dropDraft, keepDraft, readDraft } from '../../state/gift-card-drafts.ts';
import { openPopup } from '../../state/popups.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { focusFirstError } from '../../ui/field.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NotLoaded } from '../shell/not-loaded.tsx';
import { type FlowCard, stepPath } from './flow-card.ts';
import { FlowScreen } from './flow-screen.tsx';
import { TemplateCarousel } from './template-carousel.tsx';
import { saveRecipient, saveTemplate, useCardPicture } from './use-flow-card.ts';
import { WordsOnThem } from './words-on-them.tsx';

/** RT-17..RT-22, ST-047, ST-048. */
export default function TemplatesPage() {
  return (
    <FlowScreen
      step="template"
      title={msg`How would you like your gift wrapped?`}
      lead={msg`Your words are on each one.`}
    >
      {(card) => <Wrappings key={card.detailsId} card={card} />}
    </FlowScreen>
  );
}

function Wrappings({ card }: { card: FlowCard }) {
  const { i18n } = useLingui();
  const navigate = useNavigate();
  const field = useRef<HTMLDivElement>(null);
  const [recipient, setRecipient] = useState(() => withDraftedWords(card));
  const { templates, failed, words } = useCardPicture(card, recipient);
  const { recipient_message: problem } = recipientProblems(recipient);
  const [busy, setBusy] = useState('');
  const changed = recipient.recipient_message !== card.recipient.recipient_message;

  function change(recipient_message: string) {
    setRecipient({ ...recipient, recipient_message });
    const typed = readDraft(card.detailsId).recipient ?? card.recipient;
    keepDraft(card.detailsId, { recipient: { ...typed, recipient_message } });
    // Typed back to what the card says: nothing is left to remember.
    dropDraft(card.detailsId, 'recipient', card.recipient);
  }

  async function choose(template: Template): Promise<void> {
    if (problem && changed) return focusFirstError(field.current);
    setBusy(template.mms_template_id);
    try {
      const refused = (changed && (await saveRecipient(card, recipient))) || (await saveTemplate(card, template));
      if (refused) openPopup({ kind: 'message', message: refusalText(i18n, refused) });
      else await navigate(stepPath(card, 'schedule'));
    } catch (error) {
      showProblem(error);
    } finally {
      setBusy('');
    }
  }

  if (!templates) return failed ? <NotLoaded {...failed} elsewhere={false} /> : <Waiting />;
  if (templates.length === 0) return <NoTemplates />;
  return (
    <>
      <div ref={field} className="contents">
        <WordsOnThem message={recipient.recipient_message} problem={changed ? problem : undefined} onMessage={change} />
      </div>
      <TemplateCarousel
        templates={templates}
        words={words}
        chosen={card.mms_template_id}
        first={readDraft(card.detailsId).template ?? card.mms_template_id}
        onShown={({ mms_template_id }) => keepDraft(card.detailsId, { template: mms_template_id })}
        busy={busy}
        onChoose={(template) => void choose(template)}
      />
    </>
  );
}

/** The card's own names with the words that stand in the draft: those are what is changed here. */
function withDraftedWords({ detailsId, recipient }: FlowCard): Recipient {
  const { recipient_message = recipient.recipient_message } = readDraft(detailsId).recipient ?? {};
  return { ...recipient, recipient_message };
}

/** OQ-091: without a template there is no way on, and the card stays incomplete. */
function NoTemplates() {
  const { t } = useLingui();
  return (
    <EmptyState
      picture={<Icon name="gift" className="size-16" />}
      title={t`There is no wrapping for this card yet`}
      text={t`The seller is still drawing it. Your card is kept; another one can be sent now.`}
    >
      <LinkButton to="/browse">
        <Trans>Choose another card</Trans>
      </LinkButton>
    </EmptyState>
  );
}

function Waiting() {
  return (
    <div aria-busy="true" className="mx-auto w-[min(19rem,76vw)] space-y-4 py-6">
      <span className="sr-only">
        <Trans>Loading</Trans>
      </span>
      <Skeleton className="rounded-card" style={{ aspectRatio: '720 / 900' }} />
      <Skeleton className="h-12 w-full" />
    </div>
  );
}
