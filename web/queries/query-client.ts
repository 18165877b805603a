import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { showError } from '../errors/show-error.ts';
import { useSession } from '../session/session.ts';

/** First part of the keys of queries that belong to the signed-in customer; sign-out removes them. */
export const CUSTOMER_SCOPE = 'customer';

const FRESH_MS = 60_000;
const KEPT_MS = 30 * 60_000;

/**
 * Errors show their popup here, once, unless a query or mutation says `meta: {quiet: true}` and deals with them itself.
 * Nothing is retried by itself: every answer outside 2xx is an error to be seen. Calls go out whatever
 * navigator.onLine says.
 */
function makeQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => (query.meta?.quiet ? undefined : showError(error)) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => (mutation.meta?.quiet ? undefined : showError(error)),
    }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        gcTime: KEPT_MS,
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

let shared: QueryClient | undefined;

/** The browser's one client; on the server a new one each time, so that no customer sees another's answers. */
export function queryClient(): QueryClient {
  if (typeof document === 'undefined') return makeQueryClient();
  if (!shared) {
    const client = makeQueryClient();
    shared = client;
    useSession.subscribe((now, before) => {
      if (before.is_signed_in && !now.is_signed_in) client.removeQueries({ queryKey: [CUSTOMER_SCOPE] });
    });
  }
  return shared;
}
