/** Queries are not retried, because every error must be visible. Calls are sent whatever navigator.onLine says. */
export const QUERY_DEFAULTS = { retry: false, networkMode: 'always', refetchOnWindowFocus: false } as const;
