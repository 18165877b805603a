import { Trans, useLingui } from '@lingui/react/macro';
import { dateFormat } from '#contract/rules/formats.ts';
import { priceText } from '#contract/rules/money/money.ts';
import { type Card, type CardState, formatCardDate, formatDollarAmount } from '#web/shared/gift-cards/card-facts.ts';
import { Icon, type IconName } from '#web/ui/icons.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ContactList } from '../seller/contact-list.tsx';
import { useAudView } from '../session/session.ts';
import { CardCode } from './card-code.tsx';
import { CardWallets } from './card-wallets.tsx';

type CardValueProps = { card: Card; state: CardState; onApple: boolean; keptAt: Date | null };

export function CardValue({ card, state, onApple, keptAt }: CardValueProps) {
  const { code } = card;
  return (
    <section
      aria-labelledby="card-title"
      className="overflow-hidden rounded-card border border-line bg-surface shadow-float"
    >
      <div className="p-5 sm:p-7">
        <h2 id="card-title" className="text-20">
          {card.product_name}
        </h2>
        {keptAt && <Kept keptAt={keptAt} />}
        <Amount card={card} state={state} />
        {state !== 'live' && <WhyNot card={card} state={state} />}
        {state === 'live' && card.expires_on && <UseBy on={card.expires_on} />}
      </div>
      {state === 'live' && <CardCode card={card} />}
      {state === 'live' && card.pass_id !== '' && <CardWallets onApple={onApple} />}
      {state === 'expired' && (
        <p className="border-t border-line p-5 text-15 text-muted sm:px-7">
          <Trans>The code was {code}.</Trans>
        </p>
      )}
      <Facts card={card} state={state} />
    </section>
  );
}

function Kept({ keptAt }: { keptAt: Date }) {
  const { i18n } = useLingui();
  const time = dateFormat(i18n.locale, { dateStyle: 'medium', timeStyle: 'short' }).format(keptAt);
  return (
    <Notice tone="warn" icon="offline" className="mt-4 bg-sunken">
      <p className="font-semibold">
        <Trans>As of {time}</Trans>
      </p>
      <p className="mt-0.5 text-muted">
        <Trans>You can show the code. The balance may have changed since.</Trans>
      </p>
    </Notice>
  );
}

function Amount({ card: { value, balance }, state }: { card: Card; state: CardState }) {
  const { i18n, t } = useLingui();
  const soldFor = formatDollarAmount(value, i18n.locale);
  if (state === 'void') return null;
  return (
    <p className="mt-3 flex flex-wrap items-baseline gap-x-3">
      <span className="font-display text-[3.5rem] leading-none font-bold tabular">
        {formatDollarAmount(balance, i18n.locale)}
      </span>
      <span className="text-17 text-muted">
        {state === 'expired'
          ? t`AUD was left of ${soldFor}`
          : state === 'frozen'
            ? t`AUD on the card`
            : balance < value
              ? t`AUD left of ${soldFor}`
              : t`AUD to spend`}
      </span>
    </p>
  );
}

function UseBy({ on }: { on: string }) {
  const { i18n } = useLingui();
  const day = formatCardDate(on, i18n.locale);
  return (
    <p className="mt-4 flex items-center gap-3 rounded-control bg-accent-soft px-4 py-3 text-17">
      <Icon name="calendar" className="text-accent" />
      <span>
        <Trans>
          Use it by <strong className="font-semibold whitespace-nowrap">{day}</strong>
        </Trans>
      </span>
    </p>
  );
}

function WhyNot({ card, state }: { card: Card; state: Exclude<CardState, 'live'> }) {
  const { i18n, t } = useLingui();
  const { purchaser_firstname: giver, expires_on } = card;
  const { name: shop } = card.seller;
  const day = expires_on ? formatCardDate(expires_on, i18n.locale) : '';
  const words: Record<typeof state, { icon: IconName; title: string; text: string }> = {
    void: {
      icon: 'close',
      title: t`This gift card was cancelled`,
      text: giver
        ? t`It can no longer be used. ${giver} or ${shop} can tell you more.`
        : t`It can no longer be used. ${shop} can tell you more.`,
    },
    expired: {
      icon: 'clock',
      title: t`This gift card expired on ${day}`,
      text: t`It can’t be used any more. Ask ${shop}: they may still be able to help.`,
    },
    frozen: {
      icon: 'clock',
      title: t`The payment for this card is being checked`,
      text: t`It cannot be used meanwhile. Please look again in a few days.`,
    },
    spent: {
      icon: 'check',
      title: t`This gift card has been used up`,
      text: t`Nothing is left on it. We hope it was a treat.`,
    },
  };
  return (
    <Notice tone="warn" icon={words[state].icon} className="mt-4 bg-sunken">
      <p className="text-17 font-semibold">{words[state].title}</p>
      <p className="mt-0.5 text-muted">{words[state].text}</p>
      {state !== 'spent' && <ContactList contact={card.seller.contact} className="mt-2" />}
    </Notice>
  );
}

function Facts({ card: { value, supplied_on, expires_on, seller }, state }: { card: Card; state: CardState }) {
  const { i18n, t } = useLingui();
  const price = priceText(value, useAudView());
  const showsValue = state === 'void' || state === 'frozen';
  const showsLastDay = expires_on !== null && (state === 'frozen' || state === 'spent');
  const facts = [
    ...(showsValue ? [[t`Value`, price] as const] : []),
    [t`Sent on`, formatCardDate(supplied_on, i18n.locale)],
    ...(showsLastDay ? [[t`Expires on`, formatCardDate(expires_on, i18n.locale)] as const] : []),
    [t`Seller`, seller.name],
  ];
  return (
    <dl className="grid gap-y-2 border-t border-line bg-sunken p-5 text-15 sm:px-7">
      {facts.map(([name, fact]) => (
        <div key={name} className="flex justify-between gap-6">
          <dt className="text-muted">{name}</dt>
          <dd className="text-right font-medium">{fact}</dd>
        </div>
      ))}
    </dl>
  );
}
