import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnCard } from '#contract/cart/gift-card-tender.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { ownGiftCardsQuery } from '../../queries/own-gift-cards.ts';
import { CardOutline } from '../cards/saved-card-tile.tsx';
import { AccountPage } from '../page/account-page.tsx';
import { EmptyUnlessHidden } from '../page/empty-unless-hidden.tsx';
import { BESIDE_FACTS, type Fact, GoodToKnow } from '../page/good-to-know.tsx';
import { QueryState } from '../page/query-state.tsx';
import { GiftCardsWaiting } from '../page/skeletons.tsx';
import { GiftCardSheet } from './gift-card-sheet.tsx';
import { GiftCardTile } from './gift-card-tile.tsx';
import { isUsable } from './gift-card-words.ts';

const facts: Fact[] = [
  { icon: 'cart', words: msg`Your gift cards appear at checkout, ready to use with one tap.` },
  { icon: 'home', words: msg`In store, show the barcode. Anything left stays on the card.` },
  { icon: 'phone', words: msg`Gift cards sent to your number appear here.` },
];

export default function GiftCards() {
  const { t } = useLingui();
  return (
    <AccountPage title={t`Your Gift Cards`} waiting={<GiftCardsWaiting />}>
      <List />
    </AccountPage>
  );
}

function List() {
  return (
    <QueryState query={useQuery({ ...ownGiftCardsQuery, refetchOnMount: 'always' })} waiting={<GiftCardsWaiting />}>
      {(cards) => (cards.length === 0 ? <None /> : <Cards cards={cards} />)}
    </QueryState>
  );
}

function Cards({ cards }: { cards: readonly OwnCard[] }) {
  const [opened, open] = useState('');
  const card = cards.find(({ public_id }) => public_id === opened);
  const unusableCards = cards.filter((ownCard) => !isUsable(ownCard));
  return (
    <div className={BESIDE_FACTS}>
      <div className="space-y-8">
        <Tiles cards={cards.filter(isUsable)} onOpen={open} />
        {unusableCards.length > 0 && (
          <section aria-labelledby="over">
            <h2 id="over" className="mb-3 text-20">
              <Trans>Used, expired or cancelled</Trans>
            </h2>
            <Tiles cards={unusableCards} onOpen={open} />
          </section>
        )}
      </div>
      <GoodToKnow facts={facts} />
      {card && <GiftCardSheet card={card} onClose={() => open('')} />}
    </div>
  );
}

function Tiles({ cards, onOpen }: { cards: readonly OwnCard[]; onOpen: (id: string) => void }) {
  if (cards.length === 0) return null;
  return (
    <ul className="grid gap-5 sm:grid-cols-2">
      {cards.map((card) => (
        <li key={card.public_id} className="grid sm:only:max-w-[24rem]">
          <GiftCardTile card={card} onOpen={() => onOpen(card.public_id)} />
        </li>
      ))}
    </ul>
  );
}

function None() {
  const { t } = useLingui();
  return (
    <EmptyUnlessHidden>
      <EmptyState
        picture={
          <CardOutline>
            <Icon name="gift" className="size-16" />
          </CardOutline>
        }
        title={t`No gift cards yet`}
        text={t`Gift cards sent to your number appear here. Have another one? Enter its code at checkout.`}
      >
        <LinkButton to="/browse" variant="plain">
          <Trans>Browse</Trans>
        </LinkButton>
      </EmptyState>
    </EmptyUnlessHidden>
  );
}
