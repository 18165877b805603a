import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Order } from '#contract/account.ts';
import { classes } from '#web/ui/classes.ts';
import type { GiftCardLine } from './order-status.ts';

type Step = { name: string; done: boolean };

export function cardSteps(i18n: I18n, card: GiftCardLine, { paid_at }: Pick<Order, 'paid_at'>): Step[] {
  const opened = card.opened_at !== null;
  const delivered = opened || card.delivered_at !== null;
  return [
    { name: i18n._(msg`Paid`), done: paid_at !== null },
    { name: i18n._(msg`Sent`), done: delivered || card.sent_at !== null },
    { name: i18n._(msg`Delivered`), done: delivered },
    { name: i18n._(msg`Opened`), done: opened },
  ];
}

type CardStepsProps = { card: GiftCardLine; order: Pick<Order, 'paid_at'> };

export function CardSteps({ card, order }: CardStepsProps) {
  const { i18n } = useLingui();
  if (card.state === 'void') return null;
  return (
    <div className="@container mt-2">
      <ol className="grid grid-cols-2 gap-x-1 gap-y-2 text-13 @min-[16.5rem]:grid-cols-4" data-card-steps>
        {cardSteps(i18n, card, order).map(({ name, done }) => (
          <li key={name}>
            <span className={classes('block h-1.5 rounded-full', done ? 'bg-good' : 'bg-line')} />
            <span className={classes('mt-1 block', done ? 'font-semibold' : 'text-muted')}>
              {name}
              {!done && (
                <span className="sr-only">
                  <Trans>: not yet</Trans>
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
