import { MutationCache, QueryCache, QueryClient, type QueryMeta, type QueryState } from '@tanstack/react-query';
import { isApiError } from '../api/api-error.ts';
import { showError } from '../errors/show-error.ts';
import { useSession } from '../session/session.ts';
import { setDisconnected } from '../state/popups.ts';

/** First part of the keys of queries that belong to the signed-in customer; sign-out removes them. */
export const CUSTOMER_SCOPE = 'customer';

const FRESH_MS = 60_000;
const KEPT_MS = 30 * 60_000;

/**
 * Errors show their popup here, once, unless a query or mutation says `meta: {quiet: true}` and deals with them itself.
 * Without an answer a query says so in the strip alone where nobody waits for it: with `meta: {background: true}`, or
 * while what it had before is on screen.
 * Nothing is retried by itself: every answer outside 2xx is an error to be seen. Calls go out whatever
 * navigator.onLine says.
 */
function makeQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: showQueryError }),
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

/** What is asked of a query, whatever its types. */
type Asked = {
  meta?: QueryMeta | undefined;
  state: Pick<QueryState<unknown, unknown>, 'data' | 'error' | 'fetchMeta'>;
};

function showQueryError(error: unknown, query: Asked): void {
  if (query.meta?.quiet) return;
  if (isOffline(error) && isBackground(query)) setDisconnected(true);
  else showError(error);
}

const isOffline = (error: unknown): boolean => isApiError(error) && error.kind === 'offline';
/** The next tiles of a list are what the customer scrolled for. */
const fetchedMore = ({ state }: Asked): boolean => state.fetchMeta?.fetchMore !== undefined;
const isBackground = (query: Asked): boolean =>
  query.meta?.background === true || retrying || (query.state.data !== undefined && !fetchedMore(query));

let retrying = false;

/** Fetches again what is on screen and had no answer; whether all of it came. Quiet: nobody tapped. */
export async function fetchWhatFailed(): Promise<boolean> {
  const failed = (query: Asked) => isOffline(query.state.error) && !fetchedMore(query);
  retrying = true;
  await queryClient().refetchQueries({ type: 'active', predicate: failed });
  retrying = false;
  return queryClient().getQueryCache().findAll({ type: 'active', predicate: failed }).length === 0;
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
