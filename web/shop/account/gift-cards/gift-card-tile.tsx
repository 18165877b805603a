import { Trans, useLingui } from '@lingui/react/macro';
import type { OwnCard } from '#contract/cart/gift-card-tender.ts';
import { formatCardDate, useDollars } from '#web/shared/gift-cards/card-facts.ts';
import { SellerPicture } from '#web/shared/seller-picture/seller-picture.tsx';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icons.tsx';
import { DrawingPicture } from '../../gift-picture/drawing-picture.tsx';
import { describeUnusableCard, isUsable } from './gift-card-words.ts';

export function GiftCardTile({ card, onOpen }: { card: OwnCard; onOpen: () => void }) {
  const { i18n } = useLingui();
  const dollars = useDollars();
  const endText = describeUnusableCard(i18n, card);
  const day = card.expires_on && formatCardDate(card.expires_on, i18n.locale);
  const { from } = card;
  const [balance, value] = [dollars(card.balance), dollars(card.value)];
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="group flex w-full flex-col overflow-hidden rounded-card border border-line bg-surface text-left shadow-float transition-[scale] duration-150 active:scale-[0.99]"
    >
      <Wrapping
        card={card}
        sizes="(min-width: 640px) 320px, 92vw"
        className={isUsable(card) ? '' : 'grayscale opacity-70'}
      />
      <span className="relative flex grow flex-col border-t border-dashed border-edge p-5 pt-7">
        <span className="absolute -top-6 left-5 block w-12 overflow-hidden rounded-full border-2 border-surface shadow-float">
          <SellerPicture seller={card.seller} part="logo" alt="" sizes="48px" ratio={1} />
        </span>
        <span className="block text-17 font-semibold wrap-anywhere">{card.seller.name}</span>{' '}
        {from !== '' && (
          <span className="block text-15 text-muted wrap-anywhere">
            <Trans>From {from}</Trans>
          </span>
        )}{' '}
        <span className="mt-3 flex flex-wrap items-baseline gap-x-2">
          <span
            className={classes(
              'font-display text-[min(2.5rem,12vw)] leading-none font-bold tabular',
              !isUsable(card) && 'text-muted',
            )}
          >
            {balance}
          </span>{' '}
          {card.balance < card.value && (
            <span className="text-15 text-muted">
              <Trans>left of {value}</Trans>
            </span>
          )}
        </span>{' '}
        <span
          className={classes(
            'mt-2 flex items-center gap-2 text-15',
            endText ? 'font-semibold text-warn' : 'text-muted',
          )}
        >
          <Icon name={endText ? 'clock' : 'calendar'} className="size-5" />
          {endText ? endText.short : day ? <Trans>Use by {day}</Trans> : <Trans>It does not expire.</Trans>}
        </span>
      </span>
    </button>
  );
}

type WrappingProps = { card: OwnCard; sizes: string; className?: string };

export function Wrapping({ card: { template, seller }, sizes, className }: WrappingProps) {
  return (
    <span aria-hidden="true" className={classes('block overflow-hidden', className)}>
      {template ? (
        <DrawingPicture template={template} sizes={sizes} ratio={0.57} />
      ) : (
        <SellerPicture seller={seller} part="image" alt="" sizes={sizes} ratio={0.57} />
      )}
    </span>
  );
}
