import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { SavedCard } from '#contract/checkout.ts';
import { savedCardsQuery } from '../../api/queries.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icons.tsx';
import { BrandMark } from '../payment/brand-mark.tsx';
import { expiryText } from '../payment/card-number.ts';
import { AccountPage } from './account-page.tsx';
import { QueryState } from './query-state.tsx';
import { SavedCardsWaiting } from './waiting.tsx';

/** AC-37..AC-41. */
export default function SavedCards() {
  const { t } = useLingui();
  return (
    <AccountPage title={t`Saved Cards`} waiting={<SavedCardsWaiting />}>
      <List />
    </AccountPage>
  );
}

function List() {
  return (
    <QueryState query={useQuery(savedCardsQuery)} waiting={<SavedCardsWaiting />}>
      {(cards) =>
        cards.length === 0 ? (
          <NoCards />
        ) : (
          <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {cards.map((card) => (
              <CardTile key={card.id} card={card} />
            ))}
          </ul>
        )
      }
    </QueryState>
  );
}

/** In the shape of the card it stands for. */
function CardTile({ card }: { card: SavedCard }) {
  const { last4 } = card;
  const expiry = expiryText(card);
  return (
    <li className="flex aspect-[1.9] flex-col justify-between rounded-card border border-line bg-linear-to-br from-surface to-sunken p-5">
      <span className="flex min-h-7 items-center justify-end">
        <BrandMark brand={card.brand} />
      </span>
      <span className="flex flex-wrap items-end justify-between gap-x-4 tabular">
        <span className="text-20 font-semibold whitespace-nowrap">
          <Trans>
            <span aria-hidden="true">•••• •••• ••••</span> <span className="sr-only">ending in</span> {last4}
          </Trans>
        </span>
        <span className="text-15 text-muted">
          <Trans>
            expires <span className="font-semibold text-ink">{expiry}</span>
          </Trans>
        </span>
      </span>
    </li>
  );
}

function NoCards() {
  const { t } = useLingui();
  return (
    <EmptyState
      picture={<Icon name="card" className="size-16" />}
      title={t`No saved cards`}
      text={t`A card is saved with your first purchase, so the next one takes one tap.`}
    >
      <LinkButton to="/browse" look="plain">
        <Trans>Browse</Trans>
      </LinkButton>
    </EmptyState>
  );
}
