import { useQuery } from '@tanstack/react-query';
import { useSession } from '../session/session.ts';
import { countOf, useGiftCards } from '../state/gift-cards.ts';
import { cartProductsQuery, productLines } from './cart-queries.ts';

/** The only cart count: local gift cards plus the quantities of other lines. */
export function useCartCount(): number {
  const signedIn = useSession((session) => session.is_signed_in);
  const cards = useGiftCards((state) => countOf(Object.values(state.giftCards)));
  const { data } = useQuery({ ...cartProductsQuery, enabled: signedIn, meta: { quiet: true } });
  return cards + productLines(data).reduce((sum, { qty }) => sum + qty, 0);
}
