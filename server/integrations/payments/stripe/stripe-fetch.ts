import { cleanText } from '#server/platform/kernel/text.ts';
import { providerError } from '#server/platform/ports/service.ts';
import { exchange, retryAfter } from '../../service/http-call.ts';

const SERVICE = 'payments';

/**
 * Passes on only Stripe's objects and errors, because the SDK takes any other JSON for success. Everything else throws
 * a ProviderError. Redirects are not followed.
 */
export const stripeFetch: typeof fetch = async (input, init = {}) => {
  const { response, text } = await exchange(
    {
      service: SERVICE,
      url: String(input),
      method: init.method === 'POST' ? 'POST' : init.method === 'DELETE' ? 'DELETE' : 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' && init.method === 'POST' ? { body: init.body } : {}),
    },
    init.signal ?? new AbortController().signal,
  );
  const body = parseBody(response, text);
  return new Response(JSON.stringify(cleanText(body)), { status: response.status, headers: copyHeaders(response) });
};

function parseBody({ status, headers }: Response, text: string): Record<string, unknown> {
  if (status === 429) {
    const retryAfterMs = retryAfter(headers.get('retry-after'));
    const wait = retryAfterMs === null ? {} : { retryAfterMs };
    throw providerError({ service: SERVICE, kind: 'rate_limited', mayHaveBeenApplied: false, ...wait });
  }
  // HTTP 409: another request with this idempotency key is in progress.
  if (status === 409) throw providerError({ service: SERVICE, kind: 'rate_limited', mayHaveBeenApplied: true });
  if (status >= 500 || status === 408) {
    throw providerError({ service: SERVICE, kind: 'server_error', mayHaveBeenApplied: true, cause: `HTTP ${status}` });
  }
  const body = parseJson(text);
  const good = status >= 200 && status < 300 && typeof body?.object === 'string' && !('error' in body);
  const error = status >= 400 && isObject(body?.error) && typeof body.error.type === 'string';
  if (body !== null && (good || error)) return body;
  throw providerError({
    service: SERVICE,
    kind: 'invalid_response',
    mayHaveBeenApplied: true,
    cause: `HTTP ${status}`,
  });
}

function copyHeaders(response: Response): Headers {
  const headers = new Headers(response.headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name);
  return headers;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseJson(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
