import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Recipient } from '#contract/rules/gift-card/recipient.ts';
import type { Occasion } from '#contract/rules/listing.ts';
import { ToggleChip } from '#web/ui/form/toggle-chip.tsx';
import { readLastOccasion } from '../../state/recently-viewed.ts';

const SHOWN = 3;

/** Each message must fit into the picture. */
const forOccasion: Record<Occasion, MessageDescriptor> = {
  birthday: msg`Happy birthday!`,
  'thank-you': msg`Thank you for everything!`,
  congratulations: msg`Congratulations!`,
  'new-baby': msg`Welcome to the world, little one!`,
  wedding: msg`To a long and happy life together!`,
  anniversary: msg`Happy anniversary!`,
  'new-home': msg`Happy new home!`,
  christmas: msg`Merry Christmas!`,
  'good-luck': msg`Good luck, you’ve got this!`,
  'get-well': msg`Get well soon!`,
  'thinking-of-you': msg`Thinking of you.`,
};
const anyTime = [forOccasion.birthday, forOccasion['thank-you'], msg`A little something for you.`];

type WordIdeasProps = { typed: Recipient; onChange: (part: Partial<Recipient>) => void };

/** Lists the idea for the last viewed occasion first. Tapping an idea never overwrites a text that the giver wrote. */
export function WordIdeas({ typed, onChange }: WordIdeasProps) {
  const { i18n, t } = useLingui();
  const occasion = readLastOccasion();
  const messages = [...(occasion ? [forOccasion[occasion]] : []), ...anyTime];
  const ideas = [...new Set(messages.map((message) => i18n._(message)))].slice(0, SHOWN);
  const { recipient_message: picture, text_content: text } = typed;
  if (picture.trim() !== '' && !ideas.includes(picture)) return null;
  const hasOwnText = text.trim() !== '' && !ideas.includes(text);
  return (
    <fieldset className="mb-3 min-w-0">
      <legend className="sr-only">{t`Ideas`}</legend>
      <div className="side-row flex gap-2">
        {ideas.map((idea) => (
          <ToggleChip
            key={idea}
            on={picture === idea}
            onPress={() => onChange({ recipient_message: idea, ...(!hasOwnText && { text_content: idea }) })}
          >
            {idea}
          </ToggleChip>
        ))}
      </div>
    </fieldset>
  );
}
