import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Template } from '#contract/catalogue.ts';
import { showProblem } from '../../api/problems.ts';
import { openPopup } from '../../state/popups.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type FlowCard, stepPath } from './flow-card.ts';
import { FlowScreen } from './flow-screen.tsx';
import { TemplateCarousel } from './template-carousel.tsx';
import { saveTemplate, useCardPicture } from './use-flow-card.ts';

/** RT-17..RT-22, ST-047, ST-048. */
export default function TemplatesPage() {
  return (
    <FlowScreen step="template" title="How would you like your gift wrapped?" lead="Your words are on each one.">
      {(card) => <Wrappings card={card} />}
    </FlowScreen>
  );
}

function Wrappings({ card }: { card: FlowCard }) {
  const navigate = useNavigate();
  const { templates, failed, words } = useCardPicture(card);
  const [busy, setBusy] = useState('');

  async function choose(template: Template): Promise<void> {
    setBusy(template.mms_template_id);
    try {
      const refused = await saveTemplate(card, template);
      if (refused) openPopup({ kind: 'message', message: Object.values(refused).join('\n') });
      else await navigate(stepPath(card, 'schedule'));
    } catch (error) {
      showProblem(error);
    } finally {
      setBusy('');
    }
  }

  if (!templates) return failed ? null : <Waiting />;
  if (templates.length === 0) return <NoTemplates />;
  return (
    <TemplateCarousel
      templates={templates}
      words={words}
      chosen={card.mms_template_id}
      busy={busy}
      onChoose={(template) => void choose(template)}
    />
  );
}

/** OQ-091: without a template there is no way on, and the card stays incomplete. */
function NoTemplates() {
  return (
    <EmptyState
      picture={<Icon name="gift" className="size-16" />}
      title="There is no wrapping for this card yet"
      text="The seller is still drawing it. Your card is kept; another one can be sent now."
    >
      <LinkButton to="/browse">Choose another card</LinkButton>
    </EmptyState>
  );
}

function Waiting() {
  return (
    <div aria-busy="true" className="mx-auto w-[min(19rem,76vw)] space-y-4 py-6">
      <span className="sr-only">Loading</span>
      <Skeleton className="rounded-card" style={{ aspectRatio: '720 / 900' }} />
      <Skeleton className="h-12 w-full" />
    </div>
  );
}
