import type { LeadAnswer, LeadRequest } from '#contract/leads.ts';
import { REQUEST_TIMEOUT_MS } from '#contract/rules/limits.ts';
import { apiError, toApiError } from '#web/shared/api/api-error.ts';
import { isRecord } from '#web/shared/state/storage.ts';

/**
 * Sends the demo request. If `status` is false, the response has field errors. Throws an ApiError for anything else,
 * including rate limits (429).
 */
export async function sendLead(lead: LeadRequest): Promise<LeadAnswer> {
  const answer = await fetch('/leads', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(lead),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  }).catch(() => null);
  if (!answer) throw apiError({ kind: 'offline' });
  const body: unknown = await answer.json().catch(() => null);
  if (isRecord(body) && typeof body.status === 'boolean') return body as LeadAnswer;
  throw toApiError(answer.status, body);
}
