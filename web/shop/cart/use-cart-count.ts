import { useQuery } from '@tanstack/react-query';
import { useSession } from '../session/session.ts';
import { countGiftCards, useGiftCards } from '../state/gift-cards.ts';
import { cartProductsQuery, productLines } from './cart-queries.ts';

/**
 * Returns the number of local gift cards plus the quantities of all other lines. Use it wherever the cart count is
 * shown.
 */
export function useCartCount(): number {
  const signedIn = useSession((session) => session.is_signed_in);
  const cards = useGiftCards((state) => countGiftCards(Object.values(state.giftCards)));
  const { data } = useQuery({ ...cartProductsQuery, enabled: signedIn, meta: { quiet: true } });
  return cards + productLines(data).reduce((sum, { qty }) => sum + qty, 0);
}
