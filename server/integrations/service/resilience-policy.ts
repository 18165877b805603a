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
  /** The service's purpose as shown in /readyz and the log, such as 'messages'. */
  service: string;
  provider: string;
  clock: Pick<Clock, 'now'>;
  /** Time limit of one attempt */
  timeoutMs: number;
  /** Retries only calls that are repeatable or known not to have taken effect */
  retries?: number;
  /** Delay before the first retry; exponential backoff with jitter. */
  backoffMs?: number;
  /** Consecutive failures that open the circuit */
  maxFailures?: number;
  /** Time after which one call probes the service again */
  openMs?: number;
};

type Call<T> = { repeatable: boolean; run: (signal: AbortSignal) => Promise<T> };

/**
 * Adds a timeout, retries and a circuit breaker, so that calls to a failing service fail fast. Throws a ProviderError
 * if the service fails; rethrows our own bugs.
 */
export type Guard = {
  call<T>(call: Call<T>): Promise<T>;
  health(): ServiceHealth;
};

/** Longest wait before a retry; longer waits are left to the caller. */
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
        backoff: new DelegateBackoff(({ attempt, result }) =>
          calculateBackoffMs(result, backoffMs * 2 ** (attempt - 1)),
        ),
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
        const thrown = error instanceof BrokenCircuitError ? circuitOpenError(service, error) : error;
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

/** Jitter keeps servers from retrying in step. */
function calculateBackoffMs(result: { error: unknown } | { value: unknown }, base: number): number {
  const requested = 'error' in result && isProviderError(result.error) ? result.error.retryAfterMs : undefined;
  return requested ?? base * (0.5 + Math.random() / 2);
}

const circuitOpenError = (service: string, cause: unknown) =>
  providerError({ service, kind: 'circuit_open', mayHaveBeenApplied: false, cause });

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
