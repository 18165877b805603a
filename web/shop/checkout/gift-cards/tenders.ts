import { queryOptions } from '@tanstack/react-query';
import type { CardOnCart } from '#contract/cart/gift-card-tender.ts';
import { toCents } from '#contract/rules/money/money.ts';
import { isApiError } from '#web/shared/api/api-error.ts';
import { api } from '../../calls/api.ts';
import { noteCartChanged } from '../../cart/other-tabs.ts';
import { CUSTOMER_SCOPE, queryClient } from '../../queries/query-client.ts';
import { withCode } from '../../sign-in/proof/with-code.ts';

/** The gift cards on the server's cart in the order of spending, and what they leave for the payment card in cents. */
export type Tenders = { cards: readonly CardOnCart[]; cardDue: number };

/** As the server's cart is now. No cart has no gift cards. */
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
 * Always stale: it follows from the cart, so use-checkout-data.ts asks again whenever that has come. Without an answer
 * the section is not there (`meta.quiet`); what is charged is compared when the order is placed.
 */
export const tendersQuery = queryOptions({
  queryKey: [CUSTOMER_SCOPE, 'tenders'],
  staleTime: 0,
  queryFn: ({ signal }) => fetchTenders(signal),
  meta: { quiet: true },
});

/** What of an order they pay, in cents. */
export const paidByGiftCard = ({ cards }: Tenders): number =>
  cards.reduce((sum, { amount }) => sum + toCents(amount), 0);

/** A payment card pays at least so much; what is left on a gift card for that is less. */
const LEAST = 50;

/** The gift card on which the server leaves some cents, so that the payment card pays the least that it can. */
export function shortened({ cards, cardDue }: Tenders): CardOnCart | undefined {
  if (cardDue !== LEAST) return undefined;
  return cards.findLast(({ amount, balance }) => {
    const left = toCents(balance) - toCents(amount);
    return amount > 0 && left > 0 && left < LEAST;
  });
}

/**
 * What the gift cards will pay once the local gift cards, which come to so many cents, are in the server's cart as well:
 * the payment card then pays enough, and nothing is left on a gift card for that.
 */
export function withLocalCards(tenders: Tenders, localCents: number): Tenders {
  const short = localCents > 0 ? shortened(tenders) : undefined;
  if (!short) return tenders;
  const cards = tenders.cards.map((card) => (card === short ? { ...card, amount: card.balance } : card));
  return { ...tenders, cards };
}

async function changed(): Promise<void> {
  noteCartChanged();
  await queryClient().invalidateQueries({ queryKey: tendersQuery.queryKey });
}

/** `name`: a code, or the public id of an own card or of one that is on the cart already. */
type Added = { name: string; pin?: string; first?: boolean };

/** Puts a gift card on the cart, or, with `first`, before the others. Throws an ApiError. */
export async function addTender({ name, ...attributes }: Added): Promise<void> {
  const given = Object.keys(attributes).length > 0 ? { extension_attributes: attributes } : {};
  const body = { giftCardAccountData: { gift_cards: [name], ...given } };
  await withCode(() => api('POST carts/mine/giftCards', { body }));
  await changed();
}

/** One that is gone already, by another tab, counts as taken off. Throws an ApiError. */
export async function removeTender(code: string): Promise<void> {
  try {
    await withCode(() => api('DELETE carts/mine/giftCards/{code}', { params: { code } }));
  } catch (error) {
    if (!isApiError(error) || error.status !== 404) throw error;
  }
  await changed();
}
