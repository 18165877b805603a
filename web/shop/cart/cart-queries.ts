import { queryOptions } from '@tanstack/react-query';
import type { CartProduct } from '#contract/cart/cart.ts';
import { isApiError } from '#web/shared/api/api-error.ts';
import { api } from '../calls/api.ts';
import { CUSTOMER_SCOPE, queryClient } from '../queries/query-client.ts';
import { broadcastCartChange } from './other-tabs.ts';

/** Returns null without an open cart. For signed-in customers only. */
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

export const cartProductsQuery = queryOptions({
  queryKey: [CUSTOMER_SCOPE, 'cart-products'],
  queryFn: ({ signal }) => api('GET mobiledigital/cartproducts', {}, { signal }).then((answer) => answer.data.items),
});

/** Refetches the cart. Call after every change to it. */
export async function refreshCart(): Promise<void> {
  broadcastCartChange();
  const client = queryClient();
  await Promise.allSettled([
    client.fetchQuery({ ...cartQuery, staleTime: 0 }),
    client.fetchQuery({ ...cartProductsQuery, staleTime: 0 }),
  ]);
}

export function dropBoughtCart(): void {
  const client = queryClient();
  client.setQueryData(cartProductsQuery.queryKey, []);
  // Removed rather than invalidated, because fetching a bought cart returns 404.
  client.removeQueries({ queryKey: cartQuery.queryKey });
  void client.invalidateQueries({ queryKey: [CUSTOMER_SCOPE] });
}

/** Returns the product lines without gift cards, which stay in this browser until checkout. */
export function productLines(lines: readonly CartProduct[] = []): CartProduct[] {
  return lines.filter(({ product }) => !product.is_giftcard);
}
