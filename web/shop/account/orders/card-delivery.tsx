import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Order } from '#contract/account.ts';
import { showMobile } from '#contract/rules/customer/mobile.ts';
import { serverNow } from '#web/shared/api/server-time.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icons.tsx';
import { detectDeviceZone } from '../../send-time/own-zone.ts';
import { formatUpcomingTime } from '../../send-time/send-text.ts';
import { PrintLater, PrintLink } from '../print/print-link.tsx';
import { CorrectNumberSheet } from './correct-number-sheet.tsx';
import { CardSteps } from './progress/card-steps.tsx';
import { deliveryWords, type GiftCardLine, type LineMoney, undeliveredText } from './progress/order-status.ts';
import { StatusLine } from './progress/status-line.tsx';
import { SendAgainSheet } from './send-again-sheet.tsx';
import { TellWhenArrived } from './tell-when-arrived.tsx';

const small = 'px-3! text-15!';

/** Returns true if the customer can act on a failed or unknown delivery. An opened card has arrived. */
export function needsHelp(card: GiftCardLine | null | undefined): card is GiftCardLine {
  if (!card || card.opened_at || (card.state !== 'failed' && card.state !== 'unknown')) return false;
  return card.can_correct || card.can_send_again;
}

type CardDeliveryProps = { card: GiftCardLine; line: LineMoney; order: Pick<Order, 'id' | 'paid_at'> };

export function CardDelivery({ card, line, order }: CardDeliveryProps) {
  const { t, i18n } = useLingui();
  const [doing, setDoing] = useState<'again' | 'correct' | null>(null);
  const name = card.recipient_name;
  const mobile = showMobile(card.recipient_mobile);
  const close = () => setDoing(null);
  const help = needsHelp(card);
  const rest = help ? 'plain' : 'quiet';
  return (
    <div tabIndex={-1} className="mt-4 border-t border-line pt-4">
      {name && (
        <p className="text-15 wrap-anywhere">
          <Trans>
            <span className="text-muted">For</span> <span className="font-semibold">{name}</span>{' '}
            <span className="whitespace-nowrap text-muted tabular">{mobile}</span>
          </Trans>
        </p>
      )}
      <p data-card-state={card.state} className="mt-1">
        <StatusLine status={deliveryWords(i18n, card, { line, now: serverNow() })} />
      </p>
      {card.state === 'failed' && card.can_correct && (
        <p data-undelivered-reason={card.problem ?? ''} className="mt-1 text-15 text-muted">
          {undeliveredText(i18n, card)}
        </p>
      )}
      {card.thanks && <Thanks name={name} words={card.thanks.message} />}
      <CardSteps card={card} order={order} />
      <TellWhenArrived card={card} />
      <div className={classes('flex flex-wrap items-center gap-2 empty:hidden', help ? 'mt-3' : 'mt-1 -mb-2 -ml-3')}>
        {card.can_correct && (
          <Button
            variant={card.state === 'failed' ? 'primary' : rest}
            className={classes(small, help && 'max-sm:grow')}
            aria-haspopup="dialog"
            onClick={() => setDoing('correct')}
          >
            <Icon name="edit" className="size-5" />
            <Trans>Correct the number</Trans>
            <span className="sr-only">{name}</span>
          </Button>
        )}
        {card.can_send_again && (
          <Button
            variant={rest}
            className={classes(small, help && 'max-sm:grow')}
            aria-haspopup="dialog"
            onClick={() => setDoing('again')}
          >
            <Icon name="phone" className="size-5" />
            <Trans>Send again</Trans>
            <span className="sr-only">{name}</span>
          </Button>
        )}
        {card.can_edit && (
          <LinkButton
            to={`/giftcard/edit/${card.gift_card_details_id}`}
            variant="quiet"
            aria-label={t`Change the gift card for ${name}`}
            className={classes(small, help && 'max-sm:grow')}
          >
            <Icon name="edit" className="size-5" />
            <Trans>Change</Trans>
          </LinkButton>
        )}
        <PrintLink card={card} order={order} className={classes(help && 'max-sm:grow')} />
      </div>
      <Pause card={card} />
      <PrintLater card={card} />
      {doing === 'again' && <SendAgainSheet card={card} onClose={close} />}
      {doing === 'correct' && <CorrectNumberSheet card={card} onClose={close} />}
    </div>
  );
}

function Thanks({ name, words }: { name: string; words: string }) {
  return (
    <figure className="my-3 w-fit max-w-full">
      <blockquote className="rounded-[1.25rem] rounded-bl-[0.375rem] bg-accent-soft px-4 py-2.5 text-17 wrap-anywhere">
        {words}
      </blockquote>
      <figcaption className="mt-1 flex items-center gap-1.5 pl-2 text-13 text-muted">
        <Icon name="heart" className="size-4 text-accent" />
        <Trans>{name} says thanks</Trans>
      </figcaption>
    </figure>
  );
}

function Pause({ card: { send_again_from } }: { card: GiftCardLine }) {
  const { i18n } = useLingui();
  if (send_again_from === null) return null;
  const from = formatUpcomingTime(i18n, Date.parse(send_again_from), {
    now: serverNow(),
    readerZone: detectDeviceZone(),
  });
  return (
    <p className="mt-2 text-13 text-muted">
      <Trans>You can send it again from {from}.</Trans>
    </p>
  );
}
