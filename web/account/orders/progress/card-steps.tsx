import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Order } from '#contract/account.ts';
import { instantText } from '../../../gift-card/time/send-text.ts';
import { classes } from '../../../ui/classes.ts';
import { Icon } from '../../../ui/icons.tsx';
import type { GiftCardLine } from './order-status.ts';

/** `time` null: it has not happened. */
type Step = { name: string; time: string | null };

/** What a gift card goes through, with the times of what has happened, in the zone of its schedule. */
export function cardSteps(i18n: I18n, card: GiftCardLine, { paid_at }: Pick<Order, 'paid_at'>): Step[] {
  const at = (instant: string | null) => instant && instantText(i18n, Date.parse(instant), card.timezone);
  // A phone that opened the card has got it, whether its carrier said so or not.
  const delivered = card.delivered_at ?? card.opened_at;
  return [
    { name: i18n._(msg`Paid`), time: at(paid_at) },
    { name: i18n._(msg`Sent`), time: at(card.sent_at ?? delivered) },
    { name: i18n._(msg`Delivered`), time: at(delivered) },
    { name: i18n._(msg`Opened`), time: at(card.opened_at) },
  ];
}

type CardStepsProps = { card: GiftCardLine; order: Pick<Order, 'paid_at'> };

/** A line a step. Nothing of a card that is void: what became of it is said above. */
export function CardSteps({ card, order }: CardStepsProps) {
  const { i18n } = useLingui();
  if (card.state === 'void') return null;
  return (
    <ol className="mt-2 grid gap-1 text-13" data-card-steps>
      {cardSteps(i18n, card, order).map(({ name, time }) => (
        <li key={name} className="relative flex items-start gap-x-2">
          <span
            className={classes(
              'mt-px grid size-4 shrink-0 place-items-center rounded-full border',
              time ? 'border-good text-good' : 'border-edge',
            )}
          >
            {time && <Icon name="check" className="size-3" />}
          </span>
          <span className="flex min-w-0 flex-wrap gap-x-2">
            <span className={classes('min-w-[5.5rem]', time ? 'font-semibold' : 'text-muted')}>
              {name}
              {!time && (
                <span className="sr-only">
                  <Trans>: not yet</Trans>
                </span>
              )}
            </span>
            {time && <span className="min-w-0 text-muted tabular">{time}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
