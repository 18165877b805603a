import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '#web/shared/api/call-types.ts';
import { api } from '../calls/api.ts';
import { CUSTOMER_SCOPE, queryClient } from './query-client.ts';

/**
 * Takes no abort signal: a cancelled fetch returns the old customer, and a change based on it would drop addresses
 * added elsewhere.
 */
export const customerQuery = queryOptions({
  queryKey: [CUSTOMER_SCOPE, 'customer'],
  queryFn: () => api('GET customers/me', {}),
});

/** Cancels earlier fetches, because their responses would restore the old state. */
export async function setCachedCustomer(changed: Answer<'GET customers/me'>): Promise<void> {
  const client = queryClient();
  await client.cancelQueries({ queryKey: customerQuery.queryKey });
  client.setQueryData(customerQuery.queryKey, changed);
}

export const savedCardsQuery = queryOptions({
  queryKey: [CUSTOMER_SCOPE, 'saved-cards'],
  queryFn: ({ signal }) => api('GET mobiledigital/savedcards', {}, { signal }).then((answer) => answer.data),
});
