import { queryOptions } from '@tanstack/react-query';
import { api } from '../calls/api.ts';

export const shopSettingsQuery = queryOptions({
  queryKey: ['shop-settings'],
  queryFn: ({ signal }) => api('GET mobiledigital/shopsettings', {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { quiet: true },
});
