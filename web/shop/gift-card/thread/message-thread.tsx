import { Trans, useLingui } from '@lingui/react/macro';
import type { Template } from '#contract/catalogue.ts';
import type { Recipient } from '#contract/rules/gift-card/recipient.ts';
import { amountText } from '#contract/rules/money/money.ts';
import { sendTime } from '#contract/rules/time/quiet-hours.ts';
import { toWallTime } from '#contract/rules/time/wall-time.ts';
import { Icon } from '#web/ui/icons.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useWide } from '#web/ui/view/use-wide.ts';
import { GiftPicture } from '../../gift-picture/gift-picture.tsx';
import { useCardPicture } from '../../gift-picture/use-card-picture.ts';
import { isSameDay } from '../../send-time/calendar-grid.ts';
import { formatTimeOfDay, formatWeekdayDate } from '../../send-time/send-words.ts';
import { useNow } from '../../send-time/use-now.ts';
import type { FlowCard } from '../flow/flow-card.ts';
import { Phone, PictureBubble, TextBubble } from './phone-frame.tsx';
import { useCardText } from './use-card-text.ts';

type MessageThreadProps = {
  card: FlowCard;
  /** Replaces the card's recipient while the customer types. */
  recipient?: Recipient;
  template?: Template | undefined;
};

export const BESIDE =
  'lg:sticky lg:top-(--header-height) lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:self-start lg:py-5';

const noPicture =
  'grid aspect-4/5 w-[84%] place-items-center rounded-card border-2 border-dashed border-line text-muted';

export function MessageThread({ card, recipient = card.recipient, template }: MessageThreadProps) {
  const { i18n, t } = useLingui();
  const now = useNow();
  const { templates, chosen, words, areWordsReady } = useCardPicture(card, recipient);
  const { text, cards } = useCardText(card, recipient);
  const planned = sendTime({ scheduledAt: card.scheduled_delivery, zone: card.timezone, now });
  const deliveryTime = toWallTime(planned.ok ? planned.sendAt : now, card.timezone);
  const today = toWallTime(now, card.timezone);
  const day = isSameDay(deliveryTime, today) ? t`Today` : formatWeekdayDate(i18n, deliveryTime, today);
  const name = recipient.recipient_firstname.trim();
  const shownTemplate = template ?? chosen;
  return (
    <Phone
      clock={formatTimeOfDay(i18n, deliveryTime).replace(/\s[ap]m$/i, '')}
      stamp={`${day} ${formatTimeOfDay(i18n, deliveryTime)}`}
      caption={name ? t`What ${name} will see` : t`What your friend will see`}
    >
      {shownTemplate ? (
        <PictureBubble>
          <GiftPicture template={shownTemplate} words={words} wanted={areWordsReady} sizes="264px" first />
        </PictureBubble>
      ) : templates ? (
        <div aria-hidden="true" className={noPicture}>
          <Icon name="gift" className="size-16" />
        </div>
      ) : (
        <Skeleton className="w-[84%] rounded-card" style={{ aspectRatio: '720 / 900' }} />
      )}
      <TextBubble>
        {text}
        <span className="underline decoration-accent underline-offset-3">{`${cards.replace(/^https?:\/\//, '')}…`}</span>
      </TextBubble>
    </Phone>
  );
}

export function ThreadBeside(props: MessageThreadProps) {
  return useWide() ? <Beside {...props} /> : null;
}

function Beside(props: MessageThreadProps) {
  const { card, recipient, template } = props;
  const { chosen, likely, product } = useCardPicture(card, recipient);
  const { i18n } = useLingui();
  const price = amountText(card.price, i18n.locale);
  return (
    <div className={BESIDE}>
      <MessageThread {...props} template={template ?? likely} />
      <p className="mt-0.5 text-center text-13 text-muted">
        {chosen || template ? (
          product && `${product.name}, ${price}`
        ) : (
          <Trans>One of the wrappings. You choose next.</Trans>
        )}
      </p>
    </div>
  );
}
