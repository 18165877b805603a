import { type Query, QueryCache, QueryClient, type QueryMeta, type QueryState } from '@tanstack/react-query';
import { isOffline } from '#web/shared/api/api-error.ts';
import { QUERY_DEFAULTS } from '#web/shared/api/query-defaults.ts';
import { showError } from '../errors/show-error.ts';
import { useSession } from '../session/session.ts';
import { setDisconnected } from '../state/popups.ts';

/** Key prefix of the signed-in customer's queries, which sign-out removes. */
export const CUSTOMER_SCOPE = 'customer';

const FRESH_MS = 60_000;
const KEPT_MS = 30 * 60_000;

/**
 * Shows an error popup unless the query has `meta: {quiet: true}`. If a background query gets no response, only the
 * offline strip appears. Background queries have `meta: {background: true}` or show earlier data, such as a list's
 * first page.
 */
function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: showQueryError }),
    defaultOptions: {
      queries: {
        ...QUERY_DEFAULTS,
        staleTime: FRESH_MS,
        // On the server, a timer would keep a finished page's data in memory for half an hour.
        gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : KEPT_MS,
      },
    },
  });
}

type Asked = { meta?: QueryMeta | undefined; state: Pick<QueryState<unknown, unknown>, 'data'> };

function showQueryError(error: unknown, query: Asked): void {
  if (query.meta?.quiet) return;
  if (isOffline(error) && isBackground(query)) setDisconnected(true);
  else showError(error);
}

const isBackground = (query: Asked): boolean =>
  query.meta?.background === true || retrying || query.state.data !== undefined;

let retrying = false;

/**
 * Refetches the queries that failed offline, but only the failed page of a list. Returns whether all fetches succeeded.
 */
export async function fetchWhatFailed(): Promise<boolean> {
  const failed = () =>
    queryClient()
      .getQueryCache()
      .findAll({ type: 'active', predicate: ({ state }) => isOffline(state.error) });
  retrying = true;
  await Promise.allSettled(failed().map(refetch));
  retrying = false;
  return failed().length === 0;
}

/** Replaces Query.refetch(), which would fetch all pages of a list. */
const refetch = (query: Query): Promise<unknown> =>
  query.fetch(undefined, query.state.fetchMeta ? { meta: query.state.fetchMeta } : {});

let shared: QueryClient | undefined;

/** Returns a new client for each call on the server, so that customers never see each other's data. */
export function queryClient(): QueryClient {
  if (import.meta.env.SSR) return createQueryClient();
  if (!shared) {
    const client = createQueryClient();
    shared = client;
    useSession.subscribe((now, before) => {
      if (before.is_signed_in && !now.is_signed_in) client.removeQueries({ queryKey: [CUSTOMER_SCOPE] });
    });
  }
  return shared;
}
