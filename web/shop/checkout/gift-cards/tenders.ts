import { queryOptions } from '@tanstack/react-query';
import type { CardOnCart } from '#contract/cart/gift-card-tender.ts';
import { toCents } from '#contract/rules/money/money.ts';
import { isApiError } from '#web/shared/api/api-error.ts';
import { api } from '../../calls/api.ts';
import { broadcastCartChange } from '../../cart/other-tabs.ts';
import { CUSTOMER_SCOPE, queryClient } from '../../queries/query-client.ts';
import { withCode } from '../../sign-in/proof/with-code.ts';

/** `cards` are in spending order; `cardDue` is in cents. */
export type Tenders = { cards: readonly CardOnCart[]; cardDue: number };

export async function fetchTenders(signal?: AbortSignal): Promise<Tenders> {
  try {
    const { extension_attributes } = await api('GET carts/mine/giftCards', {}, signal ? { signal } : {});
    return { cards: extension_attributes.cards, cardDue: toCents(extension_attributes.card_due) };
  } catch (error) {
    if (isApiError(error) && error.status === 404) return { cards: [], cardDue: 0 };
    throw error;
  }
}

/**
 * Always stale, because use-checkout-data.ts refetches it after every cart fetch. An error only hides the gift card
 * section: the server compares the amounts when the order is placed.
 */
export const tendersQuery = queryOptions({
  queryKey: [CUSTOMER_SCOPE, 'tenders'],
  staleTime: 0,
  queryFn: ({ signal }) => fetchTenders(signal),
  meta: { quiet: true },
});

/** Returns the amount that gift cards pay, in cents. */
export const sumGiftCardCents = ({ cards }: Tenders): number =>
  cards.reduce((sum, { amount }) => sum + toCents(amount), 0);

/** Minimum charge of a payment card, in cents. */
const MIN_CARD_CENTS = 50;

/** Returns the gift card that keeps a few cents, so that the payment card reaches its minimum charge. */
export function findShortenedCard({ cards, cardDue }: Tenders): CardOnCart | undefined {
  if (cardDue !== MIN_CARD_CENTS) return undefined;
  return cards.findLast(({ amount, balance }) => {
    const left = toCents(balance) - toCents(amount);
    return amount > 0 && left > 0 && left < MIN_CARD_CENTS;
  });
}

/**
 * Returns the tenders once local gift cards join the cart: the card charge then exceeds its minimum, so no cents stay
 * on a gift card.
 */
export function withLocalCards(tenders: Tenders, localCents: number): Tenders {
  const short = localCents > 0 ? findShortenedCard(tenders) : undefined;
  if (!short) return tenders;
  const cards = tenders.cards.map((card) => (card === short ? { ...card, amount: card.balance } : card));
  return { ...tenders, cards };
}

async function refreshTenders(): Promise<void> {
  broadcastCartChange();
  await queryClient().invalidateQueries({ queryKey: tendersQuery.queryKey });
}

/** `name` is a code, or the public id of a known card. */
type Added = { name: string; pin?: string; first?: boolean };

/** Adds a gift card to the cart. `first` spends it before the others. Throws an ApiError. */
export async function addTender({ name, ...attributes }: Added): Promise<void> {
  const extension = Object.keys(attributes).length > 0 ? { extension_attributes: attributes } : {};
  const body = { giftCardAccountData: { gift_cards: [name], ...extension } };
  await withCode(() => api('POST carts/mine/giftCards', { body }));
  await refreshTenders();
}

/** Ignores a card already removed by another tab. Throws an ApiError. */
export async function removeTender(code: string): Promise<void> {
  try {
    await withCode(() => api('DELETE carts/mine/giftCards/{code}', { params: { code } }));
  } catch (error) {
    if (!isApiError(error) || error.status !== 404) throw error;
  }
  await refreshTenders();
}
