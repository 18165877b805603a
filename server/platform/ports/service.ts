/**
 * What went wrong with an external service. `network`: the connection was refused or cut, or the name is unknown;
 * `timeout`: no response within the time limit; `rate_limited`: 429; `server_error`: 5xx; `invalid_response`: a response
 * that is not what the service documents; `circuit_open`: it failed so often that it is not called for a while.
 */
type ProviderErrorKind = 'network' | 'timeout' | 'rate_limited' | 'server_error' | 'invalid_response' | 'circuit_open';

/** `mayHaveBeenApplied`: whether the service may have done the request; false only where it surely did not. */
export type ProviderError = Error & {
  readonly errorKind: ProviderErrorKind;
  readonly service: string;
  readonly mayHaveBeenApplied: boolean;
  readonly retryAfterMs?: number;
};

type ProviderErrorFields = {
  service: string;
  kind: ProviderErrorKind;
  mayHaveBeenApplied: boolean;
  retryAfterMs?: number;
  cause?: unknown;
};

/** Makes the one error by which a provider says that its service failed; the message names no value of the request. */
export function providerError({
  service,
  kind,
  mayHaveBeenApplied,
  retryAfterMs,
  cause,
}: ProviderErrorFields): ProviderError {
  const error = new Error(`The service for ${service} failed: ${kind}.`, cause === undefined ? {} : { cause });
  return Object.assign(error, {
    errorKind: kind,
    service,
    mayHaveBeenApplied,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

export function isProviderError(error: unknown): error is ProviderError {
  return error instanceof Error && 'errorKind' in error && 'service' in error;
}

/** One line of /readyz: the state of an external service. Instants in ISO 8601; counts since the process started. */
export type ServiceHealth = {
  service: string;
  provider: string;
  state: 'not called yet' | 'working' | 'failing' | 'circuit_open';
  answered: number;
  failed: number;
  lastAnswer?: string;
  lastError?: { at: string; kind: ProviderErrorKind };
};
