import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '#web/shared/api/call-types.ts';
import { api } from '../calls/api.ts';
import { CUSTOMER_SCOPE, queryClient } from './query-client.ts';

/**
 * Takes no abort signal: with one, leaving the page cancels the fetch and hands its callers the old customer, and a change
 * of the address book made from that drops what was added elsewhere.
 */
export const customerQuery = queryOptions({
  queryKey: [CUSTOMER_SCOPE, 'customer'],
  queryFn: () => api('GET customers/me', {}),
});

/**
 * Keeps what a change of the customer answered. A fetch that began before the change must not put the old state back.
 */
export async function keepCustomer(changed: Answer<'GET customers/me'>): Promise<void> {
  const client = queryClient();
  await client.cancelQueries({ queryKey: customerQuery.queryKey });
  client.setQueryData(customerQuery.queryKey, changed);
}

export const savedCardsQuery = queryOptions({
  queryKey: [CUSTOMER_SCOPE, 'saved-cards'],
  queryFn: ({ signal }) => api('GET mobiledigital/savedcards', {}, { signal }).then((answer) => answer.data),
});
