import { queryOptions } from '@tanstack/react-query';
import type { CartProduct } from '#contract/cart/cart.ts';
import { isApiError } from '#web/shared/api/api-error.ts';
import { api } from '../calls/api.ts';
import { CUSTOMER_SCOPE, queryClient } from '../queries/query-client.ts';
import { noteCartChanged } from './other-tabs.ts';

/** The open cart, or null when there is none. Signed in only. */
export const cartQuery = queryOptions({
  queryKey: [CUSTOMER_SCOPE, 'cart'],
  queryFn: async ({ signal }) => {
    try {
      return await api('GET carts/mine', {}, { signal });
    } catch (error) {
      if (isApiError(error) && error.status === 404) return null;
      throw error;
    }
  },
});

/** The lines of the open cart as products. Signed in only. */
export const cartProductsQuery = queryOptions({
  queryKey: [CUSTOMER_SCOPE, 'cart-products'],
  queryFn: ({ signal }) => api('GET mobiledigital/cartproducts', {}, { signal }).then((answer) => answer.data.items),
});

/** After the cart changed: fetches cart and cart products again. An error shows its popup by the query client. */
export async function refreshCart(): Promise<void> {
  noteCartChanged();
  const client = queryClient();
  await Promise.allSettled([
    client.fetchQuery({ ...cartQuery, staleTime: 0 }),
    client.fetchQuery({ ...cartProductsQuery, staleTime: 0 }),
  ]);
}

/** The cart was bought: what is not in it any more is not shown, and the customer's orders and cards are asked for anew. */
export function dropBoughtCart(): void {
  const client = queryClient();
  client.setQueryData(cartProductsQuery.queryKey, []);
  // Removed, not only marked as stale: asking for the cart that was bought would be answered 404.
  client.removeQueries({ queryKey: cartQuery.queryKey });
  void client.invalidateQueries({ queryKey: [CUSTOMER_SCOPE] });
}

/** The lines of the server's cart that are no gift cards: those wait in this browser until checkout. */
export function productLines(lines: readonly CartProduct[] = []): CartProduct[] {
  return lines.filter(({ product }) => !product.is_giftcard);
}
