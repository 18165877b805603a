import { queryOptions } from '@tanstack/react-query';
import { api } from '../calls/api.ts';
import { CUSTOMER_SCOPE } from '../queries/query-client.ts';

/** Returns no templates if the product is unknown (stored-gift-cards.ts). */
export const templatesQuery = (productId: string | number) =>
  queryOptions({
    queryKey: [CUSTOMER_SCOPE, 'templates', String(productId)],
    queryFn: ({ signal }) =>
      Number(productId) === 0
        ? []
        : api('GET mobiledigital/getgiftcardmmstemplates', { query: { product_id: productId } }, { signal }).then(
            (answer) => answer.data,
          ),
  });
