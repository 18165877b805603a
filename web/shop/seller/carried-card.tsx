import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { priceText } from '#contract/rules/money/money.ts';
import { Icon } from '#web/ui/icons.tsx';
import { useAudView } from '../session/session.ts';
import { type CarriedCard, findCarriedCard } from '../state/carried-card.ts';

/** Returns null on the server and before hydration. */
export function useCarriedCard(shopUrl: string): CarriedCard | null {
  const [card, setCard] = useState<CarriedCard | null>(null);
  useEffect(() => setCard(findCarriedCard(shopUrl)), [shopUrl]);
  return card;
}

export function CarriedCardStrip({ shopUrl }: { shopUrl: string }) {
  const card = useCarriedCard(shopUrl);
  const view = useAudView();
  if (!card) return null;
  const amount = priceText(card.balance, view);
  return (
    <p className="my-4 flex items-center gap-3 rounded-card bg-accent-soft p-4 text-15">
      <Icon name="gift" className="shrink-0 text-accent" />
      <span className="min-w-0">
        <Trans>
          You have <strong className="whitespace-nowrap">{amount}</strong> to spend here. Use your gift card at the
          checkout.
        </Trans>{' '}
        {/* A plain link neither prefetches the gift card's page nor sends a referrer. */}
        <a
          href={card.page}
          rel="noreferrer"
          referrerPolicy="no-referrer"
          className="inline-flex min-h-12 items-center font-semibold text-accent underline underline-offset-4"
        >
          <Trans>Back to your card</Trans>
        </a>
      </span>
    </p>
  );
}
