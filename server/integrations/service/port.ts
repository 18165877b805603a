/**
 * What went wrong with an outside service. `no answer`: refused, cut off or unknown to the name service; `too slow`:
 * the time was up; `too busy`: 429; `broken`: 5xx; `garbage`: an answer that is not what the service documents;
 * `resting`: it failed so often that it is left alone for a while.
 */
type FaultKind = 'no answer' | 'too slow' | 'too busy' | 'broken' | 'garbage' | 'resting';

/** `mayHaveBeenApplied`: whether the service may have done what it was asked to; false only where it surely has not. */
export type ProviderError = Error & {
  readonly fault: FaultKind;
  readonly service: string;
  readonly mayHaveBeenApplied: boolean;
  readonly retryAfterMs?: number;
};

type FaultFacts = {
  service: string;
  kind: FaultKind;
  mayHaveBeenApplied: boolean;
  retryAfterMs?: number;
  cause?: unknown;
};

/** Makes the one error by which a provider says that its service failed; the message names no value of the request. */
export function providerError({ service, kind, mayHaveBeenApplied, retryAfterMs, cause }: FaultFacts): ProviderError {
  const error = new Error(`The service for ${service} failed: ${kind}.`, cause === undefined ? {} : { cause });
  return Object.assign(error, {
    fault: kind,
    service,
    mayHaveBeenApplied,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

export function isProviderError(error: unknown): error is ProviderError {
  return error instanceof Error && 'fault' in error && 'service' in error;
}

/** One line of /readyz: how an outside service fares. Instants in ISO 8601; counts since the process started. */
export type ServiceHealth = {
  service: string;
  provider: string;
  state: 'not asked yet' | 'working' | 'failing' | 'resting';
  answered: number;
  failed: number;
  lastAnswer?: string;
  lastFailure?: { at: string; kind: FaultKind };
};
