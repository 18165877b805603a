import { queryOptions } from '@tanstack/react-query';
import type { CarrierPurpose } from '#contract/carrier-purposes.ts';
import { apiError } from '#web/shared/api/api-error.ts';

export type PhoneMessage = {
  id: number;
  to: string;
  kind: 'sms' | 'mms';
  text: string;
  media_url: string | null;
  purpose: CarrierPurpose;
  created_at: string;
  status: string;
};

const POLL_MS = 1_500;

export const phoneQuery = (to: string | null) =>
  queryOptions({
    queryKey: ['phone', to],
    queryFn: ({ signal }) => fetchMessages(to, signal),
    refetchInterval: POLL_MS,
    staleTime: 0,
    meta: { quiet: true },
  });

async function fetchMessages(to: string | null, signal: AbortSignal): Promise<PhoneMessage[]> {
  const query = to === null ? '' : `?to=${encodeURIComponent(to)}`;
  const answer = await fetch(`/phone/messages${query}`, { signal }).catch(() => null);
  if (!answer) throw apiError({ kind: signal.aborted ? 'aborted' : 'offline' });
  if (!answer.ok) throw apiError({ kind: 'http', status: answer.status });
  return answer.json();
}
