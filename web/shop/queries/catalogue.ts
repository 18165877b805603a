import { queryOptions } from '@tanstack/react-query';
import { api } from '../calls/api.ts';

const SELDOM_CHANGES_MS = 10 * 60_000;

export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: ({ signal }) => api('GET mobiledigital/categories', {}, { signal }).then((answer) => answer.data),
  staleTime: SELDOM_CHANGES_MS,
});

/** Shows no error (`quiet`), because the list works without occasions. */
export const occasionsQuery = queryOptions({
  queryKey: ['occasions'],
  queryFn: ({ signal }) => api('GET mobiledigital/occasions', {}, { signal }).then((answer) => answer.data),
  staleTime: SELDOM_CHANGES_MS,
  meta: { quiet: true },
});

export const productQuery = (id: string | number) =>
  queryOptions({
    queryKey: ['product', String(id)],
    queryFn: ({ signal }) =>
      api('GET mobiledigital/product', { query: { product_id: id } }, { signal }).then((answer) => answer.data ?? null),
  });

/** Keeps the order of `ids`. Shows no error (`quiet`), because these products are not the main content. */
export const productsQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['products', ids.join(',')],
    queryFn: ({ signal }) =>
      api('GET mobiledigital/products', { query: { ids: ids.join(',') } }, { signal }).then((answer) => answer.data),
    meta: { quiet: true },
  });

/** Shows no error (`quiet`), because these products are not the main content. */
export const sellerProductsQuery = (shopUrl: string) =>
  queryOptions({
    queryKey: ['products-of-seller', shopUrl],
    queryFn: ({ signal }) =>
      api('GET mobiledigital/browseProducts', { query: { page: 1, seller: shopUrl } }, { signal }).then(
        (answer) => answer.data,
      ),
    meta: { quiet: true },
  });

export const sellerQuery = (productId: string | number) =>
  queryOptions({
    queryKey: ['seller-of-product', String(productId)],
    queryFn: ({ signal }) =>
      api('GET mobiledigital/seller', { query: { product_id: productId } }, { signal }).then(
        (answer) => answer.data ?? null,
      ),
  });
