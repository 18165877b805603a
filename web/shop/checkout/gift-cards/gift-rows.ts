import type { CardOnCart, OwnCard } from '#contract/cart/gift-card-tender.ts';

export type GiftRow = {
  publicId: string;
  last4: string;
  seller: string;
  balance: number;
  expiresOn: string | null;
  ownCard: OwnCard | null;
  onCart: CardOnCart | null;
  canBeFirst: boolean;
};

type Known = { ownCards: readonly OwnCard[]; onCart: readonly CardOnCart[]; sellers: ReadonlySet<string> };

/** Returns the customer's gift cards, then other gift cards on the cart. Tapping a card never changes the order. */
export function giftRows({ ownCards, onCart, sellers }: Known): GiftRow[] {
  const cardsOnCart = new Map(onCart.map((card) => [card.public_id, card]));
  const offered = ownCards.filter(
    (card) => cardsOnCart.has(card.public_id) || (isOffered(card) && sellers.has(card.seller.name)),
  );
  const ids = new Set(offered.map(({ public_id }) => public_id));
  return [
    ...offered.map((card) => ({
      publicId: card.public_id,
      last4: card.last4,
      seller: card.seller.name,
      balance: card.balance,
      expiresOn: card.expires_on,
      ownCard: card,
      onCart: cardsOnCart.get(card.public_id) ?? null,
      canBeFirst: canBeFirst(card.public_id, onCart),
    })),
    ...onCart
      .filter(({ public_id }) => !ids.has(public_id))
      .map((card) => ({
        publicId: card.public_id,
        last4: card.last4,
        seller: card.seller,
        balance: card.balance,
        expiresOn: card.expires_on,
        ownCard: null,
        onCart: card,
        canBeFirst: canBeFirst(card.public_id, onCart),
      })),
  ];
}

/** Frozen cards are listed to explain why they cannot be used. */
const isOffered = ({ state, balance }: OwnCard): boolean => balance > 0 && (state === 'live' || state === 'frozen');

function canBeFirst(publicId: string, onCart: readonly CardOnCart[]): boolean {
  const card = onCart.find(({ public_id }) => public_id === publicId);
  if (!card?.usable) return false;
  const first = onCart.find(({ seller, usable }) => usable && seller === card.seller);
  return first !== card;
}
