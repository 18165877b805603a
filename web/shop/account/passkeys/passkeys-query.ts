import { queryOptions } from '@tanstack/react-query';
import type { Passkey } from '#contract/shapes/passkey.ts';
import { api } from '../../calls/api.ts';
import { CUSTOMER_SCOPE, queryClient } from '../../queries/query-client.ts';

export const passkeysQuery = queryOptions({
  queryKey: [CUSTOMER_SCOPE, 'passkeys'],
  queryFn: ({ signal }) => api('GET mobiledigital/passkeys', {}, { signal }).then(({ passkeys }) => passkeys),
});

/** Changes the cached list of passkeys. Cancels fetches that would restore the old list. */
export async function updateCachedPasskeys(change: (passkeys: Passkey[]) => Passkey[]): Promise<void> {
  const { queryKey } = passkeysQuery;
  await queryClient().cancelQueries({ queryKey });
  queryClient().setQueryData(queryKey, (passkeys) => passkeys && change(passkeys));
}
