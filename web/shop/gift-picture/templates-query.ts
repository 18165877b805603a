import { queryOptions } from '@tanstack/react-query';
import { api } from '../calls/api.ts';
import { CUSTOMER_SCOPE } from '../queries/query-client.ts';

/** The picture-message templates of a gift card; none of one whose product is not known (stored-gift-cards.ts). */
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
