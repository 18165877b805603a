import { queryOptions } from '@tanstack/react-query';
import { api } from '../calls/api.ts';
import { CUSTOMER_SCOPE } from './query-client.ts';

export const ownGiftCardsQuery = queryOptions({
  queryKey: [CUSTOMER_SCOPE, 'own-gift-cards'],
  queryFn: ({ signal }) => api('GET mobiledigital/giftcards', {}, { signal }).then((answer) => answer.data),
});
