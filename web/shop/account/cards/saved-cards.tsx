import { msg, t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SavedCard } from '#contract/checkout.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { api } from '../../calls/api.ts';
import { savedCardsQuery } from '../../queries/customer.ts';
import { queryClient } from '../../queries/query-client.ts';
import { withCode } from '../../sign-in/proof/with-code.ts';
import { showToast } from '../../state/toasts.ts';
import { AccountPage } from '../page/account-page.tsx';
import { EmptyUnlessHidden } from '../page/empty-unless-hidden.tsx';
import { BESIDE_FACTS, type Fact, GoodToKnow } from '../page/good-to-know.tsx';
import { QueryState } from '../page/query-state.tsx';
import { RemoveQuestion } from '../page/remove-question.tsx';
import { SavedCardsWaiting } from '../page/skeletons.tsx';
import { CardOutline, SavedCardTile } from './saved-card-tile.tsx';

const facts: Fact[] = [
  { icon: 'check', words: msg`We use your first card unless you choose another.` },
  { icon: 'shield', words: msg`Your card information will be encrypted securely to enable 1-click checkout.` },
  { icon: 'plus', words: msg`A new card is saved when you pay with it.` },
];

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
      {(cards) => <Cards cards={cards} />}
    </QueryState>
  );
}

function Cards({ cards }: { cards: readonly SavedCard[] }) {
  const [removing, remove] = useState<SavedCard | null>(null);
  return (
    <div tabIndex={-1}>
      {cards.length === 0 ? (
        <EmptyUnlessHidden>
          <NoCards />
        </EmptyUnlessHidden>
      ) : (
        <div className={BESIDE_FACTS}>
          <ul className="grid gap-x-5 gap-y-6 sm:grid-cols-2">
            {cards.map((card, index) => (
              <Row key={card.id} card={card} first={index === 0} onRemove={remove} />
            ))}
          </ul>
          <GoodToKnow facts={facts} />
        </div>
      )}
      {removing && <RemoveCard card={removing} onClose={() => remove(null)} />}
    </div>
  );
}

type RowProps = { card: SavedCard; first: boolean; onRemove: (card: SavedCard) => void };

function Row({ card, first, onRemove }: RowProps) {
  const { t } = useLingui();
  const { last4 } = card;
  return (
    <li className="grid content-start sm:only:col-span-2 sm:only:max-w-[26rem]">
      <SavedCardTile card={card} first={first} />
      <span className="mt-1 flex flex-wrap items-center justify-between gap-x-3">
        <span className="text-15 text-muted">{first && <Trans>Chosen at checkout</Trans>}</span>
        <Button
          variant="quiet"
          className="px-3! text-15! text-muted!"
          aria-haspopup="dialog"
          aria-label={t`Remove the card ending in ${last4}`}
          onClick={() => onRemove(card)}
        >
          <Trans>Remove</Trans>
        </Button>
      </span>
    </li>
  );
}

function NoCards() {
  const { t } = useLingui();
  return (
    <EmptyState
      picture={
        <CardOutline>
          <Icon name="card" className="size-16" />
        </CardOutline>
      }
      title={t`No saved cards`}
      text={t`A card is saved with your first purchase, so the next one takes one tap.`}
    >
      <LinkButton to="/browse" variant="plain">
        <Trans>Browse</Trans>
      </LinkButton>
    </EmptyState>
  );
}

type RemoveCardProps = { card: SavedCard; onClose: () => void };

function RemoveCard({ card, onClose }: RemoveCardProps) {
  return (
    <RemoveQuestion title={<Trans>Remove this card?</Trans>} remove={() => removeCard(card)} onClose={onClose}>
      <div className="mt-4">
        <SavedCardTile card={card} />
      </div>
      <p className="mt-4 text-15 text-muted">
        <Trans>
          This cannot be undone. To use the card again, enter it at checkout. What you have paid with it stays paid.
        </Trans>
      </p>
    </RemoveQuestion>
  );
}

async function removeCard(card: SavedCard): Promise<() => Promise<void>> {
  // Status false means that the card is already gone, perhaps removed in another tab.
  await withCode(() => api('POST mobiledigital/deletesavedcard', { body: { payment_method: card.id } }));
  return async () => {
    // A fetch that started before the removal must not restore the card.
    await queryClient().cancelQueries({ queryKey: savedCardsQuery.queryKey });
    queryClient().setQueryData(savedCardsQuery.queryKey, (cards) => cards?.filter(({ id }) => id !== card.id));
    showToast(t`Card removed`);
  };
}
