import type { ReactNode } from 'react';
import { TEMPLATE_HEIGHT, TEMPLATE_WIDTH } from '#contract/rules/gift-card/gift-picture.ts';
import { DEFAULT_ZONE } from '#contract/rules/time/zones.ts';
import { Picture } from '#web/ui/picture.tsx';
import { useSession } from '../session/session.ts';
import type { LocalGiftCard } from '../state/gift-cards.ts';
import { GiftPicture } from './gift-picture.tsx';
import { useCardPicture } from './use-card-picture.ts';

/** Maximum number of rows that draw their words, because a gift for fifty people looks the same fifty times. */
export const ROWS_WITH_WORDS = 8;

type WrappedGiftProps = {
  card: LocalGiftCard;
  sizes: string;
  withWords?: boolean;
  children: ReactNode;
};

export function WrappedGift(props: WrappedGiftProps) {
  const { card, children } = props;
  const signedIn = useSession(({ is_signed_in }) => is_signed_in);
  const wrapped = card.mms_template_id !== '' && card.recipient_message.trim() !== '';
  return signedIn && wrapped ? <Wrapped {...props} /> : children;
}

function Wrapped({ card, sizes, withWords = true, children }: WrappedGiftProps) {
  const draft = { ...card, productId: card.id, timezone: card.timezone || DEFAULT_ZONE, life: null, recipient: card };
  const { chosen, words, areWordsReady } = useCardPicture(draft, card, { quiet: true });
  if (!chosen) return children;
  return (
    <span aria-hidden="true" data-wrapped-gift={chosen.mms_template_id} className="block">
      {withWords ? (
        <GiftPicture template={chosen} words={words} wanted={areWordsReady} sizes={sizes} />
      ) : (
        <Picture picture={chosen.picture} alt="" sizes={sizes} ratio={TEMPLATE_HEIGHT / TEMPLATE_WIDTH} />
      )}
    </span>
  );
}
