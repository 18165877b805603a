import {
  BrokenCircuitError,
  ConsecutiveBreaker,
  circuitBreaker,
  DelegateBackoff,
  handleWhen,
  retry,
  TaskCancelledError,
  TimeoutStrategy,
  timeout,
  wrap,
} from 'cockatiel';
import {
  isProviderError,
  type ProviderError,
  providerError,
  type ServiceHealth,
} from '#server/platform/ports/service.ts';
import type { Clock } from '../../clock.ts';

export type GuardOptions = {
  /** What the service is for, in a word of /readyz and the log: 'messages' */
  service: string;
  /** The provider's name as in the settings: 'twilio' */
  provider: string;
  clock: Pick<Clock, 'now'>;
  /** Time limit of one attempt, in milliseconds */
  timeoutMs: number;
  /** Retries after the first attempt; only of calls that are repeatable, or that surely were not carried out */
  retries?: number;
  /** The backoff before the first retry in milliseconds, doubled each time, with jitter */
  backoffMs?: number;
  /** Failures in a row after which the circuit opens and the service is not called */
  maxFailures?: number;
  /** How long the circuit stays open before one call tries the service again, in milliseconds */
  openMs?: number;
};

/** `repeatable`: doing it twice is the same as doing it once, so an attempt without a response may be retried. */
type Call<T> = { repeatable: boolean; run: (signal: AbortSignal) => Promise<T> };

/**
 * The resilience policy of one external service: a time limit for each attempt, a few retries and a circuit breaker, so
 * that a service that is down costs a customer milliseconds and not the time limit. Throws a ProviderError when the
 * service fails; any other error is a bug of ours and passes through.
 */
export type Guard = {
  call<T>(call: Call<T>): Promise<T>;
  health(): ServiceHealth;
};

/** A service whose Retry-After is longer than this is not retried here: the caller retries later. */
const LONGEST_WAIT_MS = 2_000;

export function createGuard(options: GuardOptions): Guard {
  const { service, timeoutMs, retries = 1, backoffMs = 200, maxFailures = 5, openMs = 15_000 } = options;
  const breaker = circuitBreaker(handleWhen(isProviderError), {
    breaker: new ConsecutiveBreaker(maxFailures),
    halfOpenAfter: openMs,
  });
  const limit = timeout(timeoutMs, TimeoutStrategy.Aggressive);
  const retryPolicy = (repeatable: boolean) =>
    retry(
      handleWhen((error) => isProviderError(error) && isRetryable(error, repeatable)),
      {
        maxAttempts: retries,
        backoff: new DelegateBackoff(({ attempt, result }) => backoffMsOf(result, backoffMs * 2 ** (attempt - 1))),
      },
    );
  const policies = { once: wrap(retryPolicy(false), breaker), repeatable: wrap(retryPolicy(true), breaker) };
  const record = createRecord(options, () => breaker.state !== 0);
  return {
    health: record.health,
    async call({ repeatable, run }) {
      try {
        const answer = await policies[repeatable ? 'repeatable' : 'once'].execute(async () => {
          const response = await attempt(() => limit.execute(({ signal }) => run(signal)), service);
          return response;
        });
        record.answered();
        return answer;
      } catch (error) {
        const thrown = error instanceof BrokenCircuitError ? circuitOpen(service, error) : error;
        if (isProviderError(thrown)) record.failed(thrown);
        throw thrown;
      }
    },
  };
}

async function attempt<T>(run: () => Promise<T>, service: string): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof TaskCancelledError)) throw error;
    throw providerError({ service, kind: 'timeout', mayHaveBeenApplied: true, cause: error });
  }
}

function isRetryable(error: ProviderError, repeatable: boolean): boolean {
  if (error.errorKind === 'circuit_open' || error.errorKind === 'invalid_response') return false;
  if ((error.retryAfterMs ?? 0) > LONGEST_WAIT_MS) return false;
  return repeatable || !error.mayHaveBeenApplied;
}

/** As long as the service asked for; else with jitter, so that many servers do not retry in step. */
function backoffMsOf(result: { error: unknown } | { value: unknown }, base: number): number {
  const requested = 'error' in result && isProviderError(result.error) ? result.error.retryAfterMs : undefined;
  return requested ?? base * (0.5 + Math.random() / 2);
}

const circuitOpen = (service: string, cause: unknown) =>
  providerError({ service, kind: 'circuit_open', mayHaveBeenApplied: false, cause });

/** Counts the outcomes of calls; `isOpen` says whether the circuit breaker is open. */
function createRecord({ service, provider, clock }: GuardOptions, isOpen: () => boolean) {
  const line: ServiceHealth = { service, provider, state: 'not called yet', answered: 0, failed: 0 };
  return {
    answered() {
      line.answered += 1;
      line.state = 'working';
      line.lastAnswer = clock.now().toISOString();
    },
    failed({ errorKind }: ProviderError) {
      line.failed += 1;
      line.state = 'failing';
      if (errorKind !== 'circuit_open') line.lastError = { at: clock.now().toISOString(), kind: errorKind };
    },
    health: (): ServiceHealth => ({ ...line, state: isOpen() ? 'circuit_open' : line.state }),
  };
}
