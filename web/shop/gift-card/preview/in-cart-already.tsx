import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { Link } from 'react-router';
import { showMobile, toE164 } from '#contract/rules/customer/mobile.ts';
import { FewFirst } from '#web/ui/few-first.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { fullName, type SameCard } from '../recipient/same-cards.ts';

export function InCartAlready({ cards }: { cards: readonly SameCard[] }) {
  const title = useId();
  if (cards.length === 0) return null;
  return (
    <div className="mt-3">
      <h3 id={title} className="flex items-center gap-1.5 font-sans text-15 font-semibold tracking-normal">
        <Icon name="check" className="size-5 text-good" />
        <Trans>Already in your cart</Trans>
      </h3>
      <ul aria-labelledby={title} className="mt-1 divide-y divide-line">
        <FewFirst items={cards}>{(card) => <CardRow key={card.key} card={card} />}</FewFirst>
      </ul>
    </div>
  );
}

function CardRow({ card }: { card: SameCard }) {
  const { t } = useLingui();
  const { key, recipient_mobile, qty } = card;
  const mobile = showMobile(toE164(recipient_mobile) ?? recipient_mobile);
  const name = fullName(card) || mobile;
  const hidden = qty - 1;
  return (
    <li className="flex items-center gap-3">
      <span className="min-w-0 grow text-15 wrap-anywhere">
        {name} <span className="whitespace-nowrap text-muted tabular">{mobile}</span>
        {hidden > 0 && (
          <span className="block">{t({ message: plural(hidden, { one: 'and # more', other: 'and # more' }) })}</span>
        )}
      </span>
      <Link
        to={`/giftcard/add/${key}`}
        aria-label={t`Edit the card for ${name}`}
        className="inline-flex min-h-12 items-center rounded-control px-2 text-15 font-semibold text-accent"
      >
        <Trans>Edit</Trans>
      </Link>
    </li>
  );
}
