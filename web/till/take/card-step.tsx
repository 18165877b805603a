import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { toCents, toDollars } from '#contract/rules/money/money.ts';
import { formatCardDate, useDollars } from '#web/shared/gift-cards/card-facts.ts';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { Notice } from '#web/ui/notice.tsx';
import { HoldButton, useHold } from './hold-button.tsx';
import { Keypad } from './keypad.tsx';
import { useMessage } from './messages.ts';
import { useAmount, useAmountKeys } from './use-amount.ts';
import type { CheckedCard } from './use-sale.ts';

type CardStepProps = {
  card: CheckedCard;
  error: unknown;
  offline: boolean;
  onTake: (amount: number) => void;
  onLeave: () => void;
};

export function CardStep({ card, error, offline, onTake, onLeave }: CardStepProps) {
  const usable = card.status === 'active' && card.balance > 0;
  return (
    <div
      className={classes(
        'page flex grow flex-col gap-3 py-3 md:my-auto md:max-w-[60rem] md:grow-0 md:gap-x-8 md:py-10 lg:gap-x-12',
        usable && 'md:grid md:grid-cols-2 md:items-start lg:grid-cols-[minmax(0,1fr)_24rem]',
      )}
    >
      <div className="flex flex-col gap-3 md:gap-6">
        <Balance card={card} />
        {usable && (
          <Button variant="plain" className="max-md:hidden" onClick={onLeave}>
            <Trans>Another card</Trans>
          </Button>
        )}
      </div>
      {usable ? (
        <Amount key={card.balance} {...{ card, error, offline, onTake, onLeave }} />
      ) : (
        <div className="mt-auto pb-[max(0.75rem,env(safe-area-inset-bottom))] md:mt-6">
          <Button wide onClick={onLeave}>
            <Trans>Another card</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}

function Balance({ card: { balance, last4, expires_on, status } }: { card: CheckedCard }) {
  const { i18n, t } = useLingui();
  const dollars = useDollars();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const day = expires_on === null ? '' : formatCardDate(expires_on, i18n.locale);
  const reasons = {
    active: balance > 0 ? null : t`Nothing is left on this card.`,
    frozen: t`This card is frozen: its payment is being checked. Nothing is lost; it works again once that is decided.`,
    void: t`This card was cancelled. It cannot be used any more.`,
    expired: t`This card expired on ${day}. It cannot be used any more.`,
  };
  const reason = reasons[status];
  return (
    <div className="rounded-card border border-line bg-surface p-4 shadow-float sm:p-6">
      <h1 ref={heading} tabIndex={-1} className="font-sans! text-15 font-semibold! tracking-normal! text-muted">
        <Trans>On the card ending in {last4}</Trans>
      </h1>
      <p
        className={classes(
          'mt-1 font-display text-[clamp(2.75rem,14vw,4.5rem)] leading-none font-bold tabular md:max-lg:text-[3rem]',
          reason && 'text-muted',
        )}
      >
        {dollars(balance)}
      </p>
      {(status === 'frozen' || reason === null) && (
        <p className="mt-2 text-15 text-muted">{day === '' ? t`It does not expire.` : t`Use by ${day}`}</p>
      )}
      {reason && (
        <Notice tone={status === 'frozen' ? 'warn' : 'bad'} className="mt-4 bg-sunken">
          {reason}
        </Notice>
      )}
    </div>
  );
}

function Amount({ card, error, offline, onTake, onLeave }: CardStepProps) {
  const { t } = useLingui();
  const dollars = useDollars();
  const message = useMessage();
  const { cents, push, erase, set } = useAmount();
  const maxCents = toCents(card.balance);
  const isOver = cents > maxCents;
  const disabled = cents === 0 || isOver || offline;
  const take = () => onTake(toDollars(cents));
  const hold = useHold({ disabled, onDone: take });
  useAmountKeys({ push, erase, enter: hold.press });
  const all = dollars(card.balance);
  const amount = dollars(toDollars(cents));
  const wrong = isOver ? t`There is only ${all} on this card.` : error === undefined ? '' : message(error);
  return (
    <div className="flex grow flex-col gap-2.5">
      <div className="flex flex-wrap items-end justify-between gap-x-3 gap-y-1">
        <p>
          <span className="text-13 font-semibold text-muted">{t`Amount to take`}</span>
          <output
            className={classes(
              'block font-display text-[min(2.5rem,11vw)] leading-tight font-bold tabular',
              isOver ? 'text-bad' : cents === 0 && 'text-muted',
            )}
          >
            {amount}
          </output>
        </p>
        <Button variant="plain" className="shrink-0" onClick={() => set(maxCents)}>
          <Trans>All {all}</Trans>
        </Button>
      </div>
      <p role="alert" className={classes('text-15 font-semibold text-bad', wrong === '' && 'hidden')}>
        {wrong}
      </p>
      <Keypad push={push} erase={erase} />
      <HoldButton
        label={cents === 0 ? t`Type an amount` : t`Take ${amount}`}
        disabled={disabled}
        hold={hold}
        onDone={take}
      />
      <Button variant="quiet" wide className="md:hidden" onClick={onLeave}>
        <Trans>Another card</Trans>
      </Button>
    </div>
  );
}
