import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Template } from '#contract/catalogue.ts';
import { type Recipient, recipientProblems } from '#contract/rules/recipient.ts';
import { showProblem } from '../../api/problems.ts';
import { refusalText } from '../../api/refusal.ts';
import { dropDraft, keepDraft, readDraft } from '../../state/gift-card-drafts.ts';
import { openPopup } from '../../state/popups.ts';
import { LinkButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { focusFirstError } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyBanner } from '../browse/empty-banner.tsx';
import { HousePicture } from '../shell/house-picture.tsx';
import { NotLoaded } from '../shell/not-loaded.tsx';
import { type FlowCard, stepPath } from './flow-card.ts';
import { FlowScreen } from './flow-screen.tsx';
import { ThreadBeside } from './gift-thread.tsx';
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
  const [first] = useState(() => readDraft(card.detailsId).template ?? card.mms_template_id);
  const [shown, setShown] = useState<Template | null>(null);
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

  if (failed && !templates)
    return (
      <Across>
        <NotLoaded {...failed} elsewhere={false} />
      </Across>
    );
  if (!templates) return <Waiting card={card} />;
  if (templates.length === 0)
    return (
      <Across>
        <NoTemplates />
      </Across>
    );
  const front = shown ?? templates.find(({ mms_template_id }) => mms_template_id === first) ?? templates[0];
  return (
    <>
      <div className="flex min-w-0 flex-col">
        <div ref={field} className="contents">
          <WordsOnThem
            message={recipient.recipient_message}
            problem={changed ? problem : undefined}
            onMessage={change}
          />
        </div>
        <TemplateCarousel
          templates={templates}
          words={words}
          chosen={card.mms_template_id}
          first={first}
          onShown={(template) => {
            setShown(template);
            keepDraft(card.detailsId, { template: template.mms_template_id });
          }}
          busy={busy}
          onChoose={(template) => void choose(template)}
        />
      </div>
      <ThreadBeside card={card} recipient={recipient} template={front} />
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
    <EmptyBanner
      picture={<HousePicture of="empty-cart" />}
      title={t`There is no wrapping for this card yet`}
      text={t`The seller is still drawing it. Your card is kept; another one can be sent now.`}
    >
      <LinkButton to="/browse">
        <Trans>Choose another card</Trans>
      </LinkButton>
    </EmptyBanner>
  );
}

/** In place of the step and the phone beside it. */
function Across({ children }: { children: ReactNode }) {
  return <div className="sm:mt-6 lg:col-span-2">{children}</div>;
}

function Waiting({ card }: { card: FlowCard }) {
  return (
    <>
      <div
        aria-busy="true"
        className="mx-auto flex w-[min(19rem,76vw)] gap-5 overflow-hidden py-6 sm:mx-0 sm:w-auto sm:pt-19"
      >
        <span className="sr-only">
          <Trans>Loading</Trans>
        </span>
        {[0, 1, 2, 3].map((at) => (
          <div key={at} className={classes('w-full shrink-0 space-y-4 sm:w-64 lg:w-56', at > 0 && 'max-sm:hidden')}>
            <Skeleton className="rounded-card" style={{ aspectRatio: '720 / 900' }} />
            <Skeleton className="h-12 w-full" />
          </div>
        ))}
      </div>
      <ThreadBeside card={card} />
    </>
  );
}
