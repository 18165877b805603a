import { queryOptions } from '@tanstack/react-query';
import { api } from '../calls/api.ts';

/** What a browser must know to run the shop; it does not change while the page is open. */
export const shopSettingsQuery = queryOptions({
  queryKey: ['shop-settings'],
  queryFn: ({ signal }) => api('GET mobiledigital/shopsettings', {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { quiet: true },
});
