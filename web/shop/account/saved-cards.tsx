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

/** AC-37..AC-41. */
export default function SavedCards() {
  return (
    <AccountPage title="Saved Cards">
      <List />
    </AccountPage>
  );
}

function List() {
  return (
    <QueryState query={useQuery(savedCardsQuery)}>
      {(cards) =>
        cards.length === 0 ? (
          <NoCards />
        ) : (
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {cards.map((card) => (
              <CardTile key={card.id} card={card} />
            ))}
          </ul>
        )
      }
    </QueryState>
  );
}

function CardTile({ card }: { card: SavedCard }) {
  return (
    <li className="flex flex-col gap-6 rounded-card border border-line bg-surface p-5">
      <span className="flex min-h-7 items-center justify-between">
        <BrandMark brand={card.brand} />
      </span>
      <span className="flex items-baseline justify-between gap-4 tabular">
        <span className="text-20 font-semibold">
          <span aria-hidden="true">•••• </span>
          <span className="sr-only">ending in </span>
          {card.last4}
        </span>
        <span className="text-15 text-muted">
          <span className="sr-only">expires </span>
          {expiryText(card)}
        </span>
      </span>
    </li>
  );
}

function NoCards() {
  return (
    <EmptyState
      picture={<Icon name="card" className="size-16" />}
      title="No saved cards"
      text="A card is saved with your first purchase, so the next one takes one tap."
    >
      <LinkButton to="/browse" look="plain">
        Browse
      </LinkButton>
    </EmptyState>
  );
}
