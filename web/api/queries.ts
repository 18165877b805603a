import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query';
import { listGiftCards, useGiftCards } from '../state/gift-cards.ts';
import { useSession } from '../state/session.ts';
import type { Answer } from './answers.ts';
import { isApiError } from './api-error.ts';
import { api } from './client.ts';
import { MINE, queryClient } from './query-client.ts';

/** What a browser must know to run the shop; it does not change while the page is open. */
export const shopSettingsQuery = queryOptions({
  queryKey: ['shop-settings'],
  queryFn: ({ signal }) => api('GET mobiledigital/shopsettings', {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { quiet: true },
});

const CATEGORIES_FRESH_MS = 10 * 60_000;

/** The category tree; SSR loaders call the same API and pass it as initialData. */
export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: ({ signal }) => api('GET mobiledigital/categories', {}, { signal }).then((answer) => answer.data),
  staleTime: CATEGORIES_FRESH_MS,
});

/** A product with its seller; null when it does not exist (the screen shows 'No Product.'). */
export const productQuery = (id: string | number) =>
  queryOptions({
    queryKey: ['product', String(id)],
    queryFn: ({ signal }) =>
      api('GET mobiledigital/product', { query: { product_id: id } }, { signal }).then((answer) => answer.data ?? null),
  });

/** Tiles of these products, in this order. Quiet: a list beside the matter. */
export const productsQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['products', ids.join(',')],
    queryFn: ({ signal }) =>
      api('GET mobiledigital/products', { query: { ids: ids.join(',') } }, { signal }).then((answer) => answer.data),
    meta: { quiet: true },
  });

/** The seller of a product, or null. */
export const sellerQuery = (productId: string | number) =>
  queryOptions({
    queryKey: ['seller-of-product', String(productId)],
    queryFn: ({ signal }) =>
      api('GET mobiledigital/seller', { query: { product_id: productId } }, { signal }).then(
        (answer) => answer.data ?? null,
      ),
  });

/** A seller and its products by shop url. */
export const sellerInformationQuery = (shopUrl: string) =>
  queryOptions({
    queryKey: ['seller', shopUrl],
    queryFn: ({ signal }) => api('GET mobiledigital/sellerInformation', { query: { seller_url: shopUrl } }, { signal }),
  });

/** The open cart, or null when there is none (OQ-147). Signed in only. */
export const cartQuery = queryOptions({
  queryKey: [MINE, 'cart'],
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
  queryKey: [MINE, 'cart-products'],
  queryFn: ({ signal }) => api('GET mobiledigital/cartproducts', {}, { signal }).then((answer) => answer.data.items),
});

export const customerQuery = queryOptions({
  queryKey: [MINE, 'customer'],
  queryFn: ({ signal }) => api('GET customers/me', {}, { signal }),
});

/** Keeps what a change of the customer answered. A fetch that began before the change must not put the old state back. */
export async function keepCustomer(changed: Answer<'GET customers/me'>): Promise<void> {
  const client = queryClient();
  await client.cancelQueries({ queryKey: customerQuery.queryKey });
  client.setQueryData(customerQuery.queryKey, changed);
}

export const savedCardsQuery = queryOptions({
  queryKey: [MINE, 'saved-cards'],
  queryFn: ({ signal }) => api('GET mobiledigital/savedcards', {}, { signal }).then((answer) => answer.data),
});

/** The shopper's orders, newest first, a page at a time; `data` is all that have been fetched. */
export const ordersQuery = infiniteQueryOptions({
  queryKey: [MINE, 'orders'],
  queryFn: ({ signal, pageParam }) =>
    api('GET mobiledigital/orders', { query: pageParam === '' ? {} : { before: pageParam } }, { signal }),
  initialPageParam: '',
  getNextPageParam: ({ orders, more }) => (more ? orders.at(-1)?.increment_id : undefined),
  select: ({ pages }) => pages.flatMap(({ orders }) => orders),
});

/** The picture-message templates of a gift card. */
export const templatesQuery = (productId: string | number) =>
  queryOptions({
    queryKey: [MINE, 'templates', String(productId)],
    queryFn: ({ signal }) =>
      api('GET mobiledigital/getgiftcardmmstemplates', { query: { product_id: productId } }, { signal }).then(
        (answer) => answer.data,
      ),
  });

/** After the cart changed: fetches cart and cart products again (ST-027). A failure shows its popup by the query client. */
export async function refreshCart(): Promise<void> {
  const client = queryClient();
  await Promise.allSettled([
    client.fetchQuery({ ...cartQuery, staleTime: 0 }),
    client.fetchQuery({ ...cartProductsQuery, staleTime: 0 }),
  ]);
}

/** OQ-016: local gift cards plus the quantity of the other lines. */
export function useCartCount(): number {
  const signedIn = useSession((session) => session.is_signed_in);
  const cards = useGiftCards((state) => listGiftCards(state.entries).length);
  const { data: lines = [] } = useQuery({ ...cartProductsQuery, enabled: signedIn, meta: { quiet: true } });
  const others = lines.filter((line) => !line.product.is_giftcard);
  return cards + others.reduce((sum, line) => sum + line.qty, 0);
}
