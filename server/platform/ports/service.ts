/**
 * `invalid_response`: the response was not as documented; `circuit_open`: calls are suspended after repeated failures.
 */
type ProviderErrorKind = 'network' | 'timeout' | 'rate_limited' | 'server_error' | 'invalid_response' | 'circuit_open';

/** `mayHaveBeenApplied`: false only if the service definitely did nothing. */
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

/** Creates an error whose message contains no request values. */
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

/** Times in ISO 8601; counts since process start. */
export type ServiceHealth = {
  service: string;
  provider: string;
  state: 'not called yet' | 'working' | 'failing' | 'circuit_open';
  answered: number;
  failed: number;
  lastAnswer?: string;
  lastError?: { at: string; kind: ProviderErrorKind };
};
