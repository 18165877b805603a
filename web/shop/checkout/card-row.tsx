import { useEffect, useRef } from 'react';
import { isComplete } from '#contract/rules/completeness.ts';
import { showMobile, toE164 } from '#contract/rules/mobile.ts';
import { priceText } from '#contract/rules/money.ts';
import { shorten } from '#contract/rules/short-text.ts';
import { useCurrencyView } from '../../state/session.ts';
import { Icon } from '../../ui/icons.tsx';
import { Picture } from '../../ui/picture.tsx';
import { RowActions } from './row-actions.tsx';
import { sendText } from './send-text.ts';
import type { CardRow } from './summary.ts';

const INCOMPLETE = 'Missing required information. Please hit Change to complete, or Remove to remove from cart.';

type CardRowProps = { card: CardRow; problems: readonly string[]; busy: boolean; onRemove: () => void };

/** A gift card with its options, who gets it and when (CK-08, OQ-109). `problems` are the server's. */
export function CardRowView({ card, problems, busy, onRemove }: CardRowProps) {
  const price = priceText(card.price, useCurrencyView());
  const complete = isComplete(card);
  const refused = problems.length > 0;
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (refused) row.current?.scrollIntoView({ block: 'center' });
  }, [refused]);
  return (
    <li ref={row} data-gift-card={card.key} className="py-4">
      <div className="flex flex-wrap gap-3">
        <span className="block w-20 shrink-0 self-start overflow-hidden rounded-control bg-sunken">
          {card.picture && <Picture picture={card.picture} alt="" sizes="80px" ratio={0.62} />}
        </span>
        <div className="min-w-0 grow basis-40 text-15">
          <h3 className="font-sans text-17 leading-snug font-semibold tracking-normal text-pretty wrap-anywhere">
            {card.name}
          </h3>
          {card.short_desc && <p className="text-13 text-muted">{shorten(card.short_desc)}</p>}
          <CardOptions card={card} />
        </div>
      </div>
      {!complete && <Warning texts={[INCOMPLETE]} />}
      {refused && <Warning texts={problems} />}
      <RowActions
        name={nameOf(card)}
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
  const when = sendText({ at: card.scheduled_delivery, zone: card.timezone, now: Date.now() });
  return (
    <dl className="mt-1 space-y-0.5">
      {card.options.map(({ attribute_code, super_attribute_label, option_title }) => (
        <div key={attribute_code} className="flex gap-1.5">
          <dt className="text-muted">{super_attribute_label}</dt>
          <dd className="font-semibold tabular">{option_title}</dd>
        </div>
      ))}
      {recipient && (
        <div className="flex gap-1.5">
          <dt className="text-muted">For</dt>
          <dd className="min-w-0 wrap-anywhere">
            <span className="font-semibold">{recipient}</span>{' '}
            <span className="whitespace-nowrap tabular">{showMobile(mobile)}</span>
          </dd>
        </div>
      )}
      {when && (
        <div>
          <dt className="sr-only">Delivery</dt>
          <dd>{when}</dd>
        </div>
      )}
    </dl>
  );
}

function Warning({ texts }: { texts: readonly string[] }) {
  return (
    <div className="mt-3 flex gap-2 rounded-control bg-sunken p-3 text-15">
      <Icon name="alert" className="size-5 text-warn" />
      <div className="min-w-0">
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </div>
  );
}

function nameOf({ name, recipient_firstname }: CardRow): string {
  return recipient_firstname ? `${name} for ${recipient_firstname}` : name;
}
