import { Trans, useLingui } from '@lingui/react/macro';
import type { Recipient } from '#contract/rules/gift-card/recipient.ts';
import { amountText } from '#contract/rules/money/money.ts';
import { Picture } from '#web/ui/picture.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { GiftPicture } from '../../gift-picture/gift-picture.tsx';
import { useCardPicture } from '../../gift-picture/use-card-picture.ts';
import type { FlowCard } from '../flow/flow-card.ts';
import { TextBubble } from '../thread/phone-frame.tsx';

export function CardGlance({ card, recipient }: { card: FlowCard; recipient: Recipient }) {
  const { i18n } = useLingui();
  const { templates, chosen, likely, words, areWordsReady, product } = useCardPicture(card, recipient);
  return (
    <div className="flex items-center gap-[min(1rem,4vw)] self-start rounded-card bg-accent-soft p-3 sm:sticky sm:top-[calc(var(--header-height)+2rem)] sm:flex-col sm:items-stretch sm:p-5">
      <div className="w-[min(9rem,38vw)] shrink-0 -rotate-2 overflow-hidden rounded-control shadow-float sm:w-full sm:rotate-0">
        {likely ? (
          <GiftPicture
            template={likely}
            words={words}
            wanted={areWordsReady}
            sizes="(min-width: 640px) 320px, 144px"
            first
          />
        ) : product && templates ? (
          <Picture picture={product.picture} alt={product.name} sizes="(min-width: 640px) 320px, 144px" />
        ) : (
          <Skeleton className="rounded-none" style={{ aspectRatio: '720 / 900' }} />
        )}
      </div>
      {recipient.text_content.trim() !== '' && (
        <div className="hidden sm:block [&>p]:bg-surface">
          <TextBubble>{recipient.text_content.trim()}</TextBubble>
        </div>
      )}
      <div className="min-w-0">
        <p className="font-display text-[min(2rem,11vw)] leading-tight font-bold tabular">
          {amountText(card.price, i18n.locale)}
        </p>
        <p className="text-15 font-semibold">{product?.name}</p>
        <p className="mt-1 text-13 text-muted">
          {chosen ? chosen.name : likely && <Trans>One of the wrappings. You choose next.</Trans>}
        </p>
      </div>
    </div>
  );
}
