/**
 * Nothing is retried by itself: every answer outside 2xx is an error to be seen. Calls go out whatever navigator.onLine
 * says.
 */
export const QUERY_DEFAULTS = { retry: false, networkMode: 'always', refetchOnWindowFocus: false } as const;
