import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { useSession } from '../state/session.ts';
import { showProblem } from './problems.ts';

/** Keys that begin with this belong to the signed-in shopper and are forgotten on sign-out. */
export const MINE = 'mine';

const FRESH_MS = 60_000;
const KEPT_MS = 30 * 60_000;

/**
 * Errors show their popup here, once, unless a query or mutation says `meta: {quiet: true}` and deals with them itself.
 * Nothing is retried by itself: every answer outside 2xx is an error to be seen (ER-01). Calls go out whatever
 * navigator.onLine says (OQ-145).
 */
function makeQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => (query.meta?.quiet ? undefined : showProblem(error)) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => (mutation.meta?.quiet ? undefined : showProblem(error)),
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

/** The browser's one client; on the server a new one each time, so that no shopper sees another's answers. */
export function queryClient(): QueryClient {
  if (typeof document === 'undefined') return makeQueryClient();
  if (!shared) {
    const client = makeQueryClient();
    shared = client;
    useSession.subscribe((now, before) => {
      if (before.is_signed_in && !now.is_signed_in) client.removeQueries({ queryKey: [MINE] });
    });
  }
  return shared;
}
