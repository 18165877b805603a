import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { showMobile, toE164 } from '#contract/rules/customer/mobile.ts';
import { listMissingParts } from '#contract/rules/gift-card/completeness.ts';
import { localizeOptionTitle, priceText, toDollars } from '#contract/rules/money/money.ts';
import { serverNow } from '#web/shared/api/server-time.ts';
import { localizeOptionLabel } from '#web/shared/languages/option-label.ts';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icons.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { totalCents } from '../../cart/total-cents.ts';
import { errorText } from '../../errors/error-text.ts';
import { WrappedGift } from '../../gift-picture/wrapped-gift.tsx';
import { sendText } from '../../send-time/send-text.ts';
import { useCurrencyView } from '../../session/session.ts';
import { RowActions } from './row-actions.tsx';
import type { CardRow } from './summary.ts';

type CardRowProps = {
  card: CardRow;
  alone: boolean;
  errors: readonly string[];
  busy: boolean;
  withWords: boolean;
  onRemove: () => void;
};

export function CardRowView({ card, alone, errors, busy, withWords, onRemove }: CardRowProps) {
  const sizes = alone ? '(min-width: 768px) 224px, 80px' : '80px';
  const price = priceText(toDollars(totalCents([card])), useCurrencyView());
  const { i18n, t } = useLingui();
  const { name, recipient_firstname } = card;
  const missing = listMissingParts(card).map((code) => errorText(code, i18n));
  const rejected = errors.length > 0;
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (rejected) row.current?.scrollIntoView({ block: 'center' });
  }, [rejected]);
  return (
    <li ref={row} data-gift-card={card.key} className="py-4">
      <div className="flex flex-wrap gap-3">
        <span
          className={classes(
            'block w-20 shrink-0 self-start overflow-hidden rounded-control bg-sunken',
            alone && 'md:w-56 md:rounded-card md:[@media(max-height:52rem)]:w-44',
          )}
        >
          <WrappedGift card={card} sizes={sizes} withWords={withWords}>
            {card.picture && <Picture picture={card.picture} alt="" sizes={sizes} ratio={0.62} />}
          </WrappedGift>
        </span>
        <div className="min-w-0 grow basis-[10rem] text-15">
          <h3 className="font-sans text-17 leading-snug font-semibold tracking-normal text-pretty wrap-anywhere">
            {card.name}
          </h3>
          <CardOptions card={card} />
          {card.short_desc && !recipient_firstname && (
            <p className="mt-1 line-clamp-2 text-13 text-muted">{card.short_desc}</p>
          )}
        </div>
      </div>
      {missing.length > 0 && (
        <Warning texts={missing}>
          <Trans>Missing required information. Please hit Change to complete, or Remove to remove from cart.</Trans>
        </Warning>
      )}
      {rejected && <Warning texts={errors} />}
      <RowActions
        name={recipient_firstname ? t`${name} for ${recipient_firstname}` : name}
        urgent={missing.length > 0 || rejected}
        price={price}
        change={`/giftcard/add/${card.key}`}
        busy={busy}
        onRemove={onRemove}
      />
    </li>
  );
}

function CardOptions({ card }: { card: CardRow }) {
  const recipient = [card.recipient_firstname, card.recipient_lastname].filter(Boolean).join(' ');
  const mobile = toE164(card.recipient_mobile) ?? card.recipient_mobile;
  const { i18n, t } = useLingui();
  const hidden = card.qty - 1;
  const when = sendText({ i18n, scheduledAt: card.scheduled_delivery, zone: card.timezone, now: serverNow() });
  return (
    <dl className="mt-1 space-y-0.5">
      {card.options.map(({ attribute_code, super_attribute_label, option_title }) => (
        <div key={attribute_code} className="flex gap-1.5">
          <dt className="text-muted">{localizeOptionLabel(i18n, super_attribute_label)}</dt>
          <dd className="font-semibold tabular">{localizeOptionTitle(option_title, i18n.locale)}</dd>
        </div>
      ))}
      {recipient && (
        <div className="flex gap-1.5">
          <dt className="text-muted">
            <Trans>For</Trans>
          </dt>
          <dd className="min-w-0 wrap-anywhere">
            <span className="font-semibold">{recipient}</span>{' '}
            <span className="whitespace-nowrap tabular">{showMobile(mobile)}</span>
            {hidden > 0 && (
              <span className="block">
                {t({ message: plural(hidden, { one: 'and # more', other: 'and # more' }) })}
              </span>
            )}
          </dd>
        </div>
      )}
      {when && (
        <div className="flex gap-1.5">
          <dt>
            <Icon name="clock" className="mt-0.5 size-4 text-muted" />
            <span className="sr-only">
              <Trans>Delivery</Trans>
            </span>
          </dt>
          <dd>{when}</dd>
        </div>
      )}
    </dl>
  );
}

function Warning({ texts, children }: { texts: readonly string[]; children?: ReactNode }) {
  return (
    <div className="mt-3 flex gap-2 rounded-control border-l-4 border-warn bg-sunken p-3 text-15">
      <Icon name="alert" className="size-5 text-warn" />
      <div className="min-w-0">
        {children && <p>{children}</p>}
        {texts.map((text) => (
          <p key={text} className={children ? 'mt-1 font-semibold' : ''}>
            {text}
          </p>
        ))}
      </div>
    </div>
  );
}
