import { Trans } from '@lingui/react/macro';
import type { FlowCard } from '../flow/flow-card.ts';
import { useCardText } from '../thread/use-card-text.ts';

export function TextParts({ card }: { card: FlowCard }) {
  const { isCut } = useCardText(card);
  if (!isCut) return null;
  return (
    <p className="text-15 text-muted">
      <Trans>Your message is too long for a text, so the end is left out.</Trans>
    </p>
  );
}
