import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import type { Template } from '#contract/catalogue.ts';
import { type Recipient, recipientErrors } from '#contract/rules/gift-card/recipient.ts';
import { Illustration } from '#web/shared/brand/illustration.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { focusFirstError } from '#web/ui/form/field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { waitForPaint } from '#web/ui/taps/painted.ts';
import { EmptyBanner } from '../../browse/tiles/empty-banner.tsx';
import { errorText } from '../../errors/error-text.ts';
import { NotLoaded } from '../../errors/not-loaded.tsx';
import { saveErrorsText } from '../../errors/save-errors.ts';
import { showError } from '../../errors/show-error.ts';
import { useCardPicture } from '../../gift-picture/use-card-picture.ts';
import { notShownErrors, useNotShown } from '../../gift-picture/words-picture.ts';
import { dropDraft, readDraft, saveDraft } from '../../state/gift-card-drafts.ts';
import { openPopup } from '../../state/popups.ts';
import type { FlowCard } from '../flow/flow-card.ts';
import { FlowScreen } from '../flow/flow-screen.tsx';
import { saveRecipient, saveTemplate } from '../flow/use-flow-card.ts';
import { useNextStep } from '../flow/use-next-step.ts';
import { ThreadBeside } from '../thread/message-thread.tsx';
import { PictureTextForm } from './picture-text-form.tsx';
import { TemplateCarousel } from './template-carousel.tsx';

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
  const leadOn = useNextStep(card);
  const field = useRef<HTMLDivElement>(null);
  const [recipient, setRecipient] = useState(() => withDraftedWords(card));
  const { templates, likely, failed, words, areWordsReady } = useCardPicture(card, recipient);
  const { recipient_message: wrong } = recipientErrors(recipient);
  const [busy, setBusy] = useState('');
  const [drafted] = useState(() => readDraft(card.detailsId).template);
  const [shownTemplate, setShown] = useState<Template | null>(null);
  const changed = recipient.recipient_message !== card.recipient.recipient_message;
  const front = shownTemplate ?? templates?.find(({ mms_template_id }) => mms_template_id === drafted) ?? likely;
  const { notShown, find } = useNotShown({ templates, chosen: front, words, areWordsReady });
  const error = (changed && wrong) || notShownErrors(notShown).recipient_message;

  function change(recipient_message: string) {
    setRecipient({ ...recipient, recipient_message });
    const typed = readDraft(card.detailsId).recipient ?? card.recipient;
    saveDraft(card.detailsId, { recipient: { ...typed, recipient_message } });
    // Drops the draft if the message equals the saved one again.
    dropDraft(card.detailsId, 'recipient', card.recipient);
  }

  async function choose(template: Template): Promise<void> {
    if (busy !== '') return;
    if (wrong && changed) return focusFirstError(field.current);
    setBusy(template.mms_template_id);
    try {
      await waitForPaint();
      const signs = await find(template.id);
      if (signs?.message.length) return focusFirstError(field.current);
      const serverErrors = (changed && (await saveRecipient(card, recipient))) || (await saveTemplate(card, template));
      if (serverErrors) openPopup({ kind: 'message', message: saveErrorsText(serverErrors) });
      else await leadOn('schedule');
    } catch (error) {
      showError(error);
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
  return (
    <>
      <div className="flex min-w-0 flex-col">
        <div ref={field} className="contents">
          <PictureTextForm
            message={recipient.recipient_message}
            error={error ? errorText(error, i18n) : undefined}
            onMessage={change}
          />
        </div>
        <TemplateCarousel
          templates={templates}
          words={words}
          areWordsReady={areWordsReady}
          chosen={card.mms_template_id}
          first={front?.mms_template_id ?? ''}
          onShown={(template) => {
            setShown(template);
            saveDraft(card.detailsId, { template: template.mms_template_id });
          }}
          busy={busy}
          onChoose={(template) => void choose(template)}
        />
      </div>
      <ThreadBeside card={card} recipient={recipient} template={front} />
    </>
  );
}

/** Takes only the message from the draft, because this step edits nothing else. */
function withDraftedWords({ detailsId, recipient }: FlowCard): Recipient {
  const { recipient_message = recipient.recipient_message } = readDraft(detailsId).recipient ?? {};
  return { ...recipient, recipient_message };
}

/** Shown if the product has no templates, without which the customer cannot continue. */
function NoTemplates() {
  const { t } = useLingui();
  return (
    <EmptyBanner
      picture={<Illustration name="empty-cart" />}
      title={t`There is no wrapping for this card yet`}
      text={t`The seller is still designing it. Your card is saved, and you can send another one now.`}
    >
      <LinkButton to="/browse">
        <Trans>Choose another card</Trans>
      </LinkButton>
    </EmptyBanner>
  );
}

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
        {[0, 1, 2, 3].map((index) => (
          <div
            key={index}
            className={classes('w-full shrink-0 space-y-4 sm:w-64 lg:w-56', index > 0 && 'max-sm:hidden')}
          >
            <Skeleton className="rounded-card" style={{ aspectRatio: '720 / 900' }} />
            <Skeleton className="h-12 w-full" />
          </div>
        ))}
      </div>
      <ThreadBeside card={card} />
    </>
  );
}
