import type { Cart } from '#contract/cart.ts';
import { api } from '../../api/client.ts';
import { cartQuery } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';

/** The open cart, made when there is none: asking for one that is not there is an error answer (OQ-147). */
async function openCart({ signal }: { signal: AbortSignal }): Promise<Cart> {
  await api('POST carts/mine', {}, { signal });
  return api('GET carts/mine', {}, { signal });
}

export const openCartQuery = { ...cartQuery, queryFn: openCart };

/** Fetches the cart again, also for a shopper who had none. Throws what the calls throw. */
export function refetchOpenCart(): Promise<Cart | null> {
  return queryClient().fetchQuery({ ...openCartQuery, staleTime: 0 });
}
