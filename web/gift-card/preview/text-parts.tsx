import { Plural, Trans } from '@lingui/react/macro';
import type { FlowCard } from '../flow/flow-card.ts';
import { useCardText } from '../thread/use-card-text.ts';

/** How many parts the text is sent in, and what makes them many: a phone puts them together, some old ones do not. */
export function TextParts({ card }: { card: FlowCard }) {
  const { segments, encoding, isCut } = useCardText(card);
  return (
    <p className="text-15 text-muted" data-text-parts={segments}>
      <Plural value={segments} one="The text goes out in one part." other="The text goes out in # parts." />{' '}
      {segments > 1 && encoding === 'unicode' && (
        <Trans>Emoji and special characters make it longer; without them it takes fewer.</Trans>
      )}{' '}
      {isCut && <Trans>The end of your words is left out, so that it stays short enough.</Trans>}
    </p>
  );
}
